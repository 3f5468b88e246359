import type { SignInErrorCode } from '@/contract/console/sign-in-errors'

/** Who somebody is at the OpenID provider, as far as it was proven. */
export interface OidcSubject {
  issuer: string
  subject: string
  email?: string | undefined
}

/** A sign-in at the OpenID provider that lets nobody in. Its message is for the log and the audit, and holds no secret. */
export class OidcRefusal extends Error {
  override name = 'OidcRefusal'

  constructor(
    readonly code: SignInErrorCode,
    why: string,
    readonly subject?: OidcSubject,
    /** Whether what this person has open here ends. */
    readonly endsSessions = false,
  ) {
    super(why)
  }
}
