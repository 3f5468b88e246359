import type { Metadata } from 'next'
import { CleanAddress } from '@/components/people/clean-address'
import { NewPasswordField } from '@/components/people/password-fields'
import { EmailField, Heading, NoLink, PostForm, Refusal } from '@/components/people/form-parts'
import { publicPage } from '@/components/people/public-page'

export const metadata: Metadata = { title: 'Set up' }

export default publicPage('setUp', ({ typedEmail, ways }, { error, wait, token }) => (
  <>
    <Heading title="Set up the console">You’ll be the first admin, and can add the other users.</Heading>
    <Refusal error={ways.password ? error : 'not_allowed'} wait={wait} />
    {!ways.password ? null : typeof token === 'string' && error !== 'link_not_valid' ? (
      <>
        <CleanAddress />
        <PostForm action="/api/set-up" submit="Create the first admin" hidden={{ token }}>
          <EmailField typed={typedEmail} />
          <NewPasswordField />
        </PostForm>
      </>
    ) : (
      <NoLink>
        Run “npm run console -- setup-link” to get one. It works once, for 15 minutes, and only while there are no
        users.
      </NoLink>
    )}
  </>
))
