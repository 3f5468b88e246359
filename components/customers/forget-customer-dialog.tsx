import { useMutation } from '@tanstack/react-query'
import { OwnText } from '@/components/text/own-text'
import { sendOperation } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { ConfirmDialog } from '@/components/page/confirm-dialog'

interface ForgetCustomerDialogProps {
  externalId: string
  onForgotten: () => void
  onDismiss: () => void
}

/** Confirms and deletes what the index has of a customer. Mount it to open it. */
export function ForgetCustomerDialog({ externalId, onForgotten, onDismiss }: ForgetCustomerDialogProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendOperation('forgetCustomer', { externalId }),
    onSuccess: onForgotten,
  })
  return (
    <ConfirmDialog
      title="Forget customer?"
      about={
        <div className="space-y-2">
          <p>
            Removes <OwnText text={externalId} className="opaque whitespace-pre-wrap" /> from Find, from the lists, and
            from what users opened: the ledger, its subscriptions and invoices, and the changes noticed in them.
            Customers that share this ledger are removed too. Opening one of them adds it again.
          </p>
          <p>Nothing is deleted in the billing API. Activity and the records of cancels and deletes stay.</p>
        </div>
      }
      confirm="Forget customer"
      variant="danger"
      keep="Keep customer"
      running={isPending}
      problem={error ? problemOf(error) : undefined}
      onConfirm={mutate}
      onDismiss={onDismiss}
    />
  )
}
