import { Button } from '@/components/ui/button'
import { leadToStepUp } from '@/lib/api'

/** The label of the button that leads to a fresh sign-in. */
export const CONFIRM_SIGN_IN = 'Confirm it is you'

/** Says that an action needs a fresh sign-in. @param what "Deleting" */
export const FreshSignIn = ({ what }: { what: string }) => (
  <p className="text-sm">
    {what} needs a sign-in within the last 15 minutes. Confirm it is you; you come back here afterwards.
  </p>
)

/** Leads to a fresh sign-in, and back to the open dialog with its text. */
export const FreshSignInButton = () => (
  <Button small variant="primary" className="mt-2" onClick={leadToStepUp}>
    {CONFIRM_SIGN_IN}
  </Button>
)
