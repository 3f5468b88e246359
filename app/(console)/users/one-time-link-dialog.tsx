'use client'

import { useId } from 'react'
import { Instant } from '@/components/instant'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import type { OneTimeAddress } from '@/contract/console/user'

interface OneTimeLinkDialogProps {
  title: string
  email: string
  link: OneTimeAddress
  onDismiss: () => void
}

/** Shows a one-time link; the console cannot show it again. */
export function OneTimeLinkDialog({ title, email, link: { path, expiresAt }, onDismiss }: OneTimeLinkDialogProps) {
  const aboutId = useId()
  const address = new URL(path, window.location.origin).href
  return (
    <Dialog title={title} describedBy={aboutId} onDismiss={onDismiss}>
      <div id={aboutId} className="mt-2 space-y-2 text-sm">
        <p className="foreign">
          With this link {email} sets a password. It works once, until <Instant iso={expiresAt} zoned dense />.
        </p>
        <p>It is not shown again. Send it privately: the first person to use it gets the account.</p>
      </div>
      <div className="mt-3 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField label="One-time link" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
        </div>
        <span className="pb-1.5">
          <CopyButton text={address} label="Copy link" />
        </span>
      </div>
      <div className="mt-4 flex justify-end">
        <Button onClick={onDismiss}>Done</Button>
      </div>
    </Dialog>
  )
}
