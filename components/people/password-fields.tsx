import { MIN_PASSWORD_CHARS, MAX_PASSWORD_UNITS } from '@/lib/people/password-length'
import { PasswordInput } from '@/components/ui/password-input'

/** The current password, labelled for password managers. */
export function PasswordField({ label = 'Password' }: { label?: string }) {
  return (
    <PasswordInput
      label={label}
      name="password"
      autoComplete="current-password"
      required
      maxLength={MAX_PASSWORD_UNITS}
    />
  )
}

interface NewPasswordFieldProps {
  name?: string
  /** Says what a new password changes; shown after the length rule. */
  hint?: string
}

/** The new password, with its length rule. */
export function NewPasswordField({ name = 'password', hint = '' }: NewPasswordFieldProps) {
  return (
    <PasswordInput
      label="New password"
      name={name}
      autoComplete="new-password"
      required
      minLength={MIN_PASSWORD_CHARS}
      maxLength={MAX_PASSWORD_UNITS}
      hint={`${MIN_PASSWORD_CHARS} characters or more: a few words will do. ${hint}`.trim()}
    />
  )
}
