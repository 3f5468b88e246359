import { NewPasswordField, PasswordField } from '@/components/password-fields'
import { Button } from '@/components/ui/button'

/** Changes the password, given the current one. A plain form: the browser submits it and is redirected back here. */
export function PasswordForm({ email }: { email: string }) {
  return (
    <form method="post" action="/api/account/password" className="max-w-sm space-y-3">
      {/* Lets password managers store the password under this name. */}
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField label="Current password" />
      <NewPasswordField name="newPassword" hint="Every other session ends." />
      <Button type="submit">Change password</Button>
    </form>
  )
}
