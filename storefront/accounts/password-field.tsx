import { isAcceptablePassword, PASSWORD_MAX_LENGTH } from '@shop/contract/accounts/calls'
import { Eye, EyeOff } from 'lucide'
import { type ComponentProps, useState } from 'react'
import { TextField } from '../forms/field.tsx'
import { Icon } from '../ui/icon.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'autoComplete'> & {
  label?: string
  autoComplete: 'current-password' | 'new-password'
}

/** A password with a button that reveals it. Pasting and password managers work. */
export function PasswordField({ label = 'Password', ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...field}
      label={label}
      required
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={PASSWORD_MAX_LENGTH}
      className="[&_input]:pr-14"
      after={
        <button
          type="button"
          aria-label={`Show ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-ink-soft hover:text-ink"
        >
          <Icon icon={shown ? EyeOff : Eye} size={20} />
        </button>
      }
    />
  )
}

export const PASSWORD_HINT =
  'At least 6 characters, with letters and numbers. Don’t use your email address or a common password.'
export const PASSWORD_RULE = 'Must be minimum 6 characters containing both letters and numbers'

/** The error of a chosen password; none when it follows the rule (R28). */
export function newPasswordError(password: string): { password?: string } {
  if (password === '') return { password: 'Please choose a password' }
  return isAcceptablePassword(password) ? {} : { password: PASSWORD_RULE }
}

export function UsernameForManagers({ email }: { email: string }) {
  return <input type="text" hidden readOnly name="username" autoComplete="username" value={email} />
}
