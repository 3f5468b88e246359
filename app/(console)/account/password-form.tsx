import { NewPasswordField, PasswordField } from '@/components/password-fields'
import { Button } from '@/components/ui/button'

/** Changes the password by the one that somebody has. The browser sends it by itself, and is led back here. */
export function PasswordForm({ email }: { email: string }) {
  return (
    <form method="post" action="/api/account/password" className="max-w-sm space-y-3">
      {/* For password managers, which keep a password by its name. */}
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField label="Current password" />
      <NewPasswordField name="newPassword" hint="Every other session ends." />
      <Button type="submit">Change password</Button>
    </form>
  )
}
