import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import type { ReadName } from '@/lib/core/operations'
import { problemOf } from '@/lib/core/problem-of'

interface JobProgressProps {
  /** What is counted, for screen readers. */
  label: string
  value: number
  /** Null when it is not known. */
  max: number | null
  /** The same in words. */
  text: string
}

/** Shows the progress of a run of reads, a group of changes or the reading of a ledger. */
export function JobProgress({ label, value, max, text }: JobProgressProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <progress aria-label={label} {...(max !== null && { value, max: Math.max(max, 1) })} className="h-2 w-32" />
      <span className="text-muted text-sm tabular-nums">{text}</span>
    </span>
  )
}

interface JobButtonProps {
  label: string
  onSend: () => Promise<unknown>
  /** The reads that are reloaded after success. */
  reads: readonly ReadName[]
}

/** Stops work in the background. The focus stays here when the button is replaced. */
export function JobButton({ label, onSend, reads }: JobButtonProps) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: onSend,
    onSuccess: () => Promise.all(reads.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  })
  return (
    <div {...useFocusReturn()} className="no-print flex flex-wrap items-center gap-2">
      <Button small pending={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      {error && (
        <span role="alert" className="text-red text-xs">
          {problemOf(error).detail}
        </span>
      )}
    </div>
  )
}
