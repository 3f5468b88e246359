import type { Metadata } from 'next'
import { CleanAddress } from '@/components/people/clean-address'
import { NewPasswordField } from '@/components/people/password-fields'
import { Heading, NoLink, PostForm, Refusal } from '@/components/people/form-parts'
import { publicPage } from '@/components/people/public-page'

export const metadata: Metadata = { title: 'Choose a password' }

export default publicPage('resetPassword', (_, { error, wait, token }) => (
  <>
    <Heading title="Choose a password">You’ll be signed in here and signed out everywhere else.</Heading>
    <Refusal error={error} wait={wait} />
    {typeof token === 'string' && error !== 'link_not_valid' ? (
      <>
        <CleanAddress />
        <PostForm action="/api/reset" submit="Set password" hidden={{ token }}>
          <NewPasswordField />
        </PostForm>
      </>
    ) : (
      <NoLink>Ask an admin for one. It works once, for a short time.</NoLink>
    )}
  </>
))
