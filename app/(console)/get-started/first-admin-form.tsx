'use client'

import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { ProblemPanel } from '@/components/page/problem-panel'
import { Button, buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { sendOperation } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'

/**
 * Adds the first admin. The response holds the only sign-in link, so it stays on the page until the user follows it.
 */
export function FirstAdminForm() {
  const [email, setEmail] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => sendOperation('addUser', { email, role: 'admin' }),
  })
  if (data)
    return (
      <Notice tone="good" role="status" title={`${data.user.email} is the first admin`}>
        <p>Everyone must sign in from now on. Set your password with this link, which works once.</p>
        <p className="mt-2">
          If you lose it, run <code>npm run console -- users password {data.user.email} --password-stdin</code>
        </p>
        <a href={data.link.path} className={`${buttonClass('primary')} mt-3`}>
          Set your password
        </a>
      </Notice>
    )

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form onSubmit={submit} className="space-y-6">
      <div className="space-y-2 text-sm">
        <p>This console shows demo data without sign-in: anyone on this computer is admin, as demo@localhost.</p>
        <p>
          Add yourself as the first admin. After this, everyone must sign in. The demo data stays. Add other users and
          choose their roles under Users.
        </p>
      </div>
      <div className="bg-surface space-y-3 rounded-lg border p-4">
        <TextField
          label="Email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          readOnly={isPending}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          hint="Your sign-in name. We won’t email you."
        />
        {error && <ProblemPanel problem={problemOf(error)} />}
        <Button type="submit" variant="primary" pending={isPending}>
          Create the first admin
        </Button>
      </div>
    </form>
  )
}
