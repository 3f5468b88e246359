'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type SyntheticEvent, useId, useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import { MAX_VIEW_NAME_CHARS, type SavedView } from '@/contract/console/views'
import { sendOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'
import { hasFilters, queryOf, type ViewedList } from './save-view'
import { useSavedViews } from './saved-views'

interface ViewDialogProps extends ViewedList {
  /** The view that the list shows. */
  shown: SavedView | undefined
  onDismiss: () => void
}

/** Saves a new view, or changes or deletes one that the user may change. Mount it to open it. */
export function ViewDialog({ list, filters, shown, onDismiss }: ViewDialogProps) {
  const router = useRouter()
  const [aboutId, choiceId] = [useId(), useId()]
  const views = useSavedViews(list).filter(({ canChange }) => canChange)
  const [view, setView] = useState(shown?.canChange === true ? shown : undefined)
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const [isReplacing, setReplacing] = useState(false)
  const hasOtherFilters = view !== undefined && !hasFilters(view, filters)
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: (what: 'save' | 'delete') => {
      if (!view) return sendOperation('saveView', { list, name, isShared, query: queryOf(filters) })
      if (what === 'delete') return sendOperation('deleteView', { viewId: view.id })
      return sendOperation('changeView', {
        viewId: view.id,
        savedAt: view.savedAt,
        ...(name !== view.name && { name }),
        ...(isShared !== view.isShared && { isShared }),
        ...(hasOtherFilters && isReplacing && { query: queryOf(filters) }),
      })
    },
    onSuccess: onDismiss,
    // The sidebar and the list show what the store has, whatever the outcome.
    onSettled: () => router.refresh(),
  })
  const choose = (id: string) => {
    const chosen = views.find((each) => each.id === id)
    setView(chosen)
    setName(chosen?.name ?? '')
    setShared(chosen?.isShared ?? false)
    setReplacing(false)
    setDeleting(false)
  }
  const isNamed = name.trim() !== ''
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (isNamed && !isPending) mutate('save')
  }
  return (
    <Dialog
      title={view ? 'Edit view' : 'Save view'}
      describedBy={aboutId}
      role="dialog"
      locked={isPending}
      onDismiss={onDismiss}
    >
      <p id={aboutId} className="text-muted mt-1 text-sm">
        A view keeps the filters and the order of this list under a name. Home and the menu link to it.
      </p>
      <form noValidate onSubmit={submit} className="mt-3 space-y-3">
        {views.length > 0 && (
          <div>
            <label htmlFor={choiceId} className="block text-sm font-medium">
              Save as
            </label>
            <select
              id={choiceId}
              value={view?.id ?? ''}
              disabled={isPending}
              onChange={(event) => choose(event.target.value)}
              className="border-line-strong bg-surface mt-1 min-h-9 w-full rounded-md border px-2 text-sm"
            >
              <option value="">A new view</option>
              {views.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                  {!each.isMine && ` (of ${each.owner})`}
                  {each.query === null && ` (${NO_LONGER_FITS})`}
                </option>
              ))}
            </select>
          </div>
        )}
        <TextField
          label="Name"
          required
          maxLength={MAX_VIEW_NAME_CHARS}
          readOnly={isPending}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={wasSubmitted && !isNamed ? 'Enter a name.' : undefined}
        />
        <Choice
          label="Share with everybody"
          hint="You or an admin can change it."
          disabled={isPending}
          checked={isShared}
          onChange={setShared}
        />
        {hasOtherFilters && (
          <Choice
            label="Also replace its filters"
            hint="With those of this list."
            disabled={isPending}
            checked={isReplacing}
            onChange={setReplacing}
          />
        )}
        {error && <ProblemPanel problem={problemOf(error)} />}
        <p role="status" className="text-sm empty:hidden">
          {isDeleting && `Press again to delete this view${view?.isShared === true ? ' for everybody' : ''}.`}
        </p>
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          {view && (
            <Button
              variant={isDeleting ? 'danger' : 'dangerOutline'}
              className="mr-auto"
              aria-disabled={isPending || undefined}
              onClick={() => (isDeleting ? mutate('delete') : setDeleting(true))}
            >
              Delete view
            </Button>
          )}
          <Button onClick={onDismiss} aria-disabled={isPending || undefined}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={isPending}>
            {view ? 'Save changes' : 'Save view'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const NO_LONGER_FITS = 'no longer fits'

interface ChoiceProps {
  label: string
  hint: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

const Choice = ({ label, hint, checked, disabled, onChange }: ChoiceProps) => (
  <label className="flex min-h-9 items-center gap-2 text-sm">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>
      {label} <span className="text-muted">{hint}</span>
    </span>
  </label>
)
