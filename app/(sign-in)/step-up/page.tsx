import type { Metadata } from 'next'
import { Link } from '@/components/ui/link'
import { redirect } from 'next/navigation'
import { PasswordField } from '@/components/people/password-fields'
import { runForPage } from '@/lib/run-for-page'
import { Heading, PostForm, Refusal, SingleSignOn } from '@/components/people/form-parts'
import { publicPage } from '@/components/people/public-page'

export const metadata: Metadata = { title: 'Confirm it is you' }

export default publicPage('stepUp', async ({ next, ways }, { error, wait }) => {
  const { email, hasPassword, sessions } = await runForPage('getAccount', {})
  // The demo actor has no password to confirm.
  if (sessions.length === 0) redirect(next)
  return (
    <>
      <Heading title="Confirm it is you">
        You are signed in as <span className="foreign text-text">{email}</span>. Deleting needs a sign-in within the
        last 15 minutes.
      </Heading>
      <Refusal error={error} wait={wait} />
      {ways.singleSignOn && <SingleSignOn next={next} fresh />}
      {ways.password && hasPassword && (
        <PostForm action="/api/step-up" submit="Confirm" hidden={{ next }}>
          <PasswordField />
        </PostForm>
      )}
      <p className="text-sm">
        <Link href={next} className="text-accent hover:underline">
          Back without confirming
        </Link>
      </p>
    </>
  )
})
