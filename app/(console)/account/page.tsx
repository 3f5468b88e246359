import type { Metadata } from 'next'
import { NewPasswordField, PasswordField } from '@/components/people/password-fields'
import { ROLE_LABELS } from '@/components/people/role-labels'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Fact, Facts } from '@/components/ui/facts'
import { PageHead } from '@/components/page/page-head'
import { Section } from '@/components/ui/section'
import { formRefusalWords } from '@/lib/people/sign-in-words'
import { runForPage } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { AccessKeys } from '@/components/people/access-keys'
import { SessionList } from './session-list'

export const metadata: Metadata = { title: 'Account' }

interface AccountPageProps {
  searchParams: Promise<{ error?: string | string[]; wait?: string | string[]; done?: string | string[] }>
}

export default consolePage('getAccount', async ({ searchParams }: AccountPageProps) => {
  const { error, wait, done } = await searchParams
  const { email, role, hasPassword, sessions } = await runForPage('getAccount', {})
  const refusal = formRefusalWords(error, wait)
  return (
    <div className="max-w-3xl space-y-5">
      <PageHead title="Account" />
      {refusal !== null && <Notice tone="bad" role="alert" title={refusal} />}
      {done === 'password' && (
        <Notice tone="good" role="status" title="Password changed. You’re signed out everywhere else." />
      )}
      <Facts>
        <Fact label="Email">
          <span className="foreign">{email}</span>
        </Fact>
        <Fact label="Role">{ROLE_LABELS[role]}</Fact>
      </Facts>
      {sessions.length === 0 && <Notice tone="info" title="Sign-in is off on demo data, so there are no accounts." />}
      {hasPassword && (
        <Section title="Password">
          <PasswordForm email={email} />
        </Section>
      )}
      {sessions.length > 0 && (
        <>
          <SessionList sessions={sessions} />
          <AccessKeys {...await runForPage('listOwnAccessKeys', {})} isOwn />
        </>
      )}
    </div>
  )
})

/** Changes the password, given the current one. A plain form: the browser submits it and is redirected back here. */
function PasswordForm({ email }: { email: string }) {
  return (
    <form method="post" action="/api/account/password" className="max-w-sm space-y-3">
      {/* Lets password managers store the password under this name. */}
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField label="Current password" />
      <NewPasswordField name="newPassword" hint="You’ll be signed out everywhere else, and your access keys end." />
      <Button type="submit">Change password</Button>
    </form>
  )
}
