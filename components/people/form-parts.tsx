import type { ReactNode } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { formRefusalWords } from '@/lib/people/sign-in-words'

/** Shows why the form was rejected, by the code in the URL, and the seconds until the next attempt. */
export function Refusal({ error, wait }: { error: unknown; wait?: unknown }) {
  const words = formRefusalWords(error, wait)
  return words === null ? null : <Notice tone="bad" role="alert" title={words} />
}

/** The page's heading with a sentence below it. */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="space-y-1">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {children && <p className="text-muted text-sm">{children}</p>}
    </div>
  )
}

interface PostFormProps {
  action: string
  submit: string
  /** Hidden fields. */
  hidden?: Record<string, string>
  children: ReactNode
}

/** A plain form that the browser submits, without scripts. */
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

/** The email field, labelled for password managers. */
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

/** Links to the OpenID provider, which returns to `next`. A link, because the policy forbids forms to other sites. */
export function SingleSignOn({ next, fresh = false }: { next: string; fresh?: boolean }) {
  const query = new URLSearchParams({ ...(fresh && { fresh: '1' }), next })
  return (
    <a role="button" href={`/api/sign-in/oidc?${query}`} className={`${buttonClass('secondary')} w-full`}>
      Continue with single sign-on
    </a>
  )
}

/** Shown when the page is opened without the token of its link. */
export const NoLink = ({ children }: { children: string }) => (
  <Notice tone="watch" title="You need a link for this page">
    <p>{children}</p>
  </Notice>
)
