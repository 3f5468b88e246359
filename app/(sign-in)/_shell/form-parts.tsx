import type { ReactNode } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { formRefusalWords } from '@/lib/format/sign-in-words'

/** Why the page's form was refused, by the code in its address, and how many seconds the next try takes. */
export function Refusal({ error, wait }: { error: unknown; wait?: unknown }) {
  const words = formRefusalWords(error, wait)
  return words === null ? null : <Notice tone="bad" role="alert" title={words} />
}

/** The page's heading, and a sentence below it. */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="space-y-1">
      <h1 className="text-xl font-semibold">{title}</h1>
      {children && <p className="text-muted text-sm">{children}</p>}
    </div>
  )
}

interface PostFormProps {
  action: string
  submit: string
  /** Sent along, unseen. */
  hidden?: Record<string, string>
  children: ReactNode
}

/** A form that the browser sends by itself: it needs no script. */
export function PostForm({ action, submit, hidden = {}, children }: PostFormProps) {
  return (
    <form method="post" action={action} className="space-y-4">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button type="submit" variant="primary" className="w-full">
        {submit}
      </Button>
    </form>
  )
}

/** The e-mail address, as password managers know it. */
export function EmailField({ typed }: { typed?: string | undefined }) {
  return (
    <TextField
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      required
      maxLength={254}
      defaultValue={typed}
    />
  )
}

/** Leads to the OpenID provider and, from there, to `next`. A link: a form may not be led to another site. */
export function SingleSignOn({ next, fresh = false }: { next: string; fresh?: boolean }) {
  const query = new URLSearchParams({ ...(fresh && { fresh: '1' }), next })
  return (
    <a role="button" href={`/api/sign-in/oidc?${query}`} className={`${buttonClass('secondary')} w-full`}>
      Continue with single sign-on
    </a>
  )
}
