import type { SignInErrorCode } from '../../../format/sign-in-words'

/** The provider's identifiers of a person, as far as they are verified. */
export interface OidcSubject {
  issuer: string
  subject: string
  email?: string | undefined
}

/** A refused sign-in at the OpenID provider. The message is for the log and the audit, and contains no secret. */
export class OidcRefusal extends Error {
  override name = 'OidcRefusal'

  constructor(
    readonly code: SignInErrorCode,
    why: string,
    readonly subject?: OidcSubject,
    /** True when the refusal ends the user's sessions. */
    readonly endsSessions = false,
  ) {
    super(why)
  }
}
