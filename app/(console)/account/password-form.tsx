import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'

/** Changes the password by the one that somebody has. The browser sends it by itself, and is led back here. */
export function PasswordForm({ email }: { email: string }) {
  return (
    <form method="post" action="/api/account/password" className="max-w-sm space-y-3">
      {/* For password managers, which keep a password by its name. */}
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        maxLength={512}
      />
      <TextField
        label="New password"
        type="password"
        name="newPassword"
        autoComplete="new-password"
        required
        minLength={15}
        maxLength={512}
        hint="15 characters or more: a few words will do. Every other session ends."
      />
      <Button type="submit">Change password</Button>
    </form>
  )
}
