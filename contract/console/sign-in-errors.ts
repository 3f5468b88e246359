/*
 * The reasons why single sign-on failed; the page `/sign-in?error=CODE` shows them. Without zod, because the browser loads it
 * too.
 */
export const SIGN_IN_ERRORS = {
  oidc_refused:
    'Single sign-on did not let you in. If you did not stop it yourself, ask whoever runs it: your account there may lack a verified e-mail address or a second factor.',
  oidc_no_access:
    'You have no access to this console: your account is disabled here, or you are in no group that may use it. Ask whoever gives people their groups.',
  oidc_email_taken:
    'Somebody with your e-mail address signs in to this console in another way, so you were not signed in. Use that way, or ask an admin to give the other account another address.',
  oidc_failed:
    'Single sign-on could not be completed. Try again; if it stays so, whoever runs the console finds the reason in its log.',
  oidc_expired: 'This sign-in took too long, was used already, or began in another browser. Start it again here.',
} as const

export type SignInErrorCode = keyof typeof SIGN_IN_ERRORS
