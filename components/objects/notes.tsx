import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { Instant } from '@/components/time/instant'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { FindHit } from '@/lib/find/find-result'
import { MAX_NOTE_CHARS, type Note, type NotesChanged } from '@/lib/objects/note'
import { sendOperation, operationQuery } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import type { AskedParts } from '@/components/page/asked-parts'

type Noted = Pick<FindHit, 'kind' | 'id'>
const SHOWN = 5

export interface NotesProps extends Noted {
  notes: readonly Note[]
  /** "Add note" in "More" opens the form. */
  parts: AskedParts
}

/** The notes on an object, newest first, and the form for a new one. Not printed: they are not for the customer. */
export function Notes({ kind, id, notes, parts }: NotesProps) {
  const changed = useNotesChanged({ kind, id })
  const [isAllShown, setIsAllShown] = useState(false)
  const isWriting = parts.has('note')
  return (
    <div className="no-print">
      <Section title="Notes">
        {isWriting && (
          <NoteForm
            send={(text) => sendOperation('addNote', { kind, id, text })}
            onSaved={changed}
            onClose={() => parts.close('note')}
          />
        )}
        {notes.length > 0 && (
          <ol aria-label="Notes" className="divide-y text-sm">
            {(isAllShown ? notes : notes.slice(0, SHOWN)).map((note) => (
              <NoteEntry key={note.noteId} note={note} onSaved={changed} />
            ))}
          </ol>
        )}
        {notes.length > SHOWN && !isAllShown && (
          <Button small variant="ghost" onClick={() => setIsAllShown(true)}>
            Show {notes.length - SHOWN} more
          </Button>
        )}
      </Section>
    </div>
  )
}

/** Returns a function that shows changed notes here and in the customer's timeline. */
function useNotesChanged(of: Noted): (changed: NotesChanged) => void {
  const client = useQueryClient()
  return ({ notes }) => {
    client.setQueryData(operationQuery('listNotes', of).queryKey, { notes })
    for (const name of ['getCustomer', 'getApiCustomer']) void client.invalidateQueries({ queryKey: [name] })
  }
}

const focusWhenShown = (element: HTMLElement | null) => element?.focus()

function focusAtEnd(element: HTMLTextAreaElement | null) {
  element?.focus()
  element?.setSelectionRange(element.value.length, element.value.length)
}

interface NoteEntryProps {
  note: Note
  onSaved: (changed: NotesChanged) => void
}

function NoteEntry({ note: { noteId, text, author, createdAt, editedAt, isMine }, onSaved }: NoteEntryProps) {
  const focusReturn = useFocusReturn()
  // While it is edited, the note as it was then: the list may be read again meanwhile.
  const [mode, setMode] = useState<'shown' | 'deleted' | Pick<Note, 'editedAt'>>('shown')
  const editButton = useRef<HTMLButtonElement>(null)
  const wasShown = useRef(true)
  useEffect(() => {
    if (mode === 'shown' && !wasShown.current) editButton.current?.focus()
    wasShown.current = mode === 'shown'
  }, [mode])
  const remove = useMutation({
    mutationFn: () => sendOperation('deleteNote', { noteId }),
    onSuccess: onSaved,
  })
  return (
    <li className="py-2.5 first:pt-0 last:pb-0">
      <div {...focusReturn}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="foreign min-w-0 font-medium">{author}</span>
          <span className="text-muted text-xs">
            <Instant iso={createdAt} zoned />
            {editedAt !== null && (
              <>
                , edited <Instant iso={editedAt} zoned />
              </>
            )}
          </span>
          {isMine && mode === 'shown' && (
            <span className="ml-auto inline-flex gap-1">
              <Button ref={editButton} small variant="ghost" onClick={() => setMode({ editedAt })}>
                Edit<span className="sr-only"> note</span>
              </Button>
              <Button small variant="ghost" onClick={() => setMode('deleted')}>
                Delete<span className="sr-only"> note</span>
              </Button>
            </span>
          )}
        </div>
        {typeof mode === 'object' ? (
          <NoteForm
            text={text}
            send={(changed) => sendOperation('editNote', { noteId, text: changed, editedAt: mode.editedAt })}
            onSaved={onSaved}
            onClose={() => setMode('shown')}
          />
        ) : (
          <p className="foreign mt-0.5 wrap-anywhere whitespace-pre-line">
            <VisibleMarks>{text}</VisibleMarks>
          </p>
        )}
        {mode === 'deleted' && (
          <div role="group" aria-label="Delete this note?" className="mt-2 flex flex-wrap items-center gap-2">
            <span>Delete this note?</span>
            <Button
              small
              variant="danger"
              ref={focusWhenShown}
              pending={remove.isPending}
              onClick={() => remove.mutate()}
            >
              Delete
            </Button>
            <Button small onClick={() => setMode('shown')}>
              Keep
            </Button>
            {remove.error && <FormProblem>{problemOf(remove.error).detail}</FormProblem>}
          </div>
        )}
      </div>
    </li>
  )
}

interface NoteFormProps {
  text?: string
  send: (text: string) => Promise<NotesChanged>
  onSaved: (changed: NotesChanged) => void
  onClose: () => void
}

/** A text box that has the focus; Escape closes it while it is unchanged. */
function NoteForm({ text: before = '', send, onSaved, onClose }: NoteFormProps) {
  const id = useId()
  const focusReturn = useFocusReturn()
  const [text, setText] = useState(before)
  const save = useMutation({
    mutationFn: send,
    onSuccess: (changed) => {
      onSaved(changed)
      onClose()
    },
  })
  const submitForm = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() === '') event.currentTarget.querySelector('textarea')?.focus()
    else if (!save.isPending) save.mutate(text.trim())
  }
  return (
    <div {...focusReturn}>
      <form onSubmit={submitForm} className="mb-3">
        <label htmlFor={id} className="block text-sm font-medium">
          Note
        </label>
        <textarea
          id={id}
          value={text}
          rows={3}
          maxLength={MAX_NOTE_CHARS}
          required
          ref={focusAtEnd}
          readOnly={save.isPending}
          aria-describedby={`${id}-about`}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text === before) onClose()
          }}
          className="border-line-strong bg-surface mt-1 block w-full rounded-md border px-2.5 py-1.5 text-sm"
        />
        <p id={`${id}-about`} className="text-muted mt-1 text-xs">
          Your team sees it. The customer and the billing API don’t.
        </p>
        {save.error && <FormProblem>{problemOf(save.error).detail}</FormProblem>}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button small type="submit" variant="primary" pending={save.isPending}>
            Save note
          </Button>
          <Button small onClick={onClose}>
            Discard
          </Button>
        </div>
      </form>
    </div>
  )
}

const FormProblem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="text-red mt-1 text-xs">
    {children}
  </p>
)
