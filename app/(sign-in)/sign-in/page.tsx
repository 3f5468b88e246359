import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Notice } from '@/components/ui/notice'
import { PasswordField } from '@/components/people/password-fields'
import { endedSessionWords } from '@/lib/people/sign-in-words'
import { EmailField, Heading, PostForm, Refusal, SingleSignOn } from '@/components/people/form-parts'
import { publicPage } from '@/components/people/public-page'

export const metadata: Metadata = { title: 'Sign in' }

export default publicPage('signIn', ({ isSignedIn, next, ways, typedEmail }, { error, wait, ended }) => {
  if (isSignedIn) redirect(next)
  const words = endedSessionWords(ended)
  return (
    <>
      <Heading title="Sign in" />
      <Refusal error={error} wait={wait} />
      {words !== null && <Notice tone="info" role="status" title={words} />}
      {ways.singleSignOn && <SingleSignOn next={next} />}
      {ways.singleSignOn && ways.password && <p className="text-muted text-center text-xs">or with a password</p>}
      {ways.password && (
        <PostForm action="/api/sign-in" submit="Sign in" hidden={{ next }}>
          <EmailField typed={typedEmail} />
          <PasswordField />
        </PostForm>
      )}
      {!ways.password && !ways.singleSignOn && (
        <Notice tone="watch" title="Sign-in is not set up yet. Contact the person who runs the console." />
      )}
    </>
  )
})
