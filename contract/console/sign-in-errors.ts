/*
 * The reasons why single sign-on failed; the page `/sign-in?error=CODE` shows them. Without zod, because the browser loads it
 * too.
 */
export const SIGN_IN_ERRORS = {
  oidc_refused:
    'Single sign-on refused the sign-in, or you cancelled it. Your account there may lack a verified email or a second factor. Ask the person who runs single sign-on.',
  oidc_no_access:
    'You don’t have access: your account is disabled here, or you are in no group with access. Ask an admin.',
  oidc_email_taken:
    'Not signed in: this email has an account with another way to sign in. Use that way, or ask an admin.',
  oidc_failed:
    'Single sign-on could not be completed. Try again. If this continues, contact the person who runs the console: its log has the reason.',
  oidc_expired: 'This sign-in took too long, was already used, or started in another browser. Start again here.',
} as const

export type SignInErrorCode = keyof typeof SIGN_IN_ERRORS
