import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { operationQuery } from '@/lib/api'
import type { NotesProps } from './notes'

const Notes = lazyWithRetry(() => import('./notes').then((module) => module.Notes))

/** The notes on an object, and the form for a new one. Their code loads only with either. */
export function NotesSection(props: Omit<NotesProps, 'notes'>) {
  const { kind, id, parts } = props
  const notes = useQuery(operationQuery('listNotes', { kind, id })).data?.notes ?? []
  return (parts.has('note') || notes.length > 0) && <Notes {...props} notes={notes} />
}
