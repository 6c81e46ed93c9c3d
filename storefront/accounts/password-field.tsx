import { isAcceptablePassword, PASSWORD_MAX_LENGTH } from '@shop/contract/accounts'
import { Eye, EyeOff } from 'lucide'
import { useState } from 'react'
import { type FieldBinding, FieldFrame } from '../forms/field.tsx'
import { Icon } from '../ui/icon.tsx'

type PasswordFieldProps = {
  field: FieldBinding & { label: string; hint?: string }
  autoComplete: 'current-password' | 'new-password'
}

/** A password with a button that reveals it. Pasting and password managers work. */
export function PasswordField({ field, autoComplete }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const { id, name, value, error, hint, onChange, onBlur } = field
  return (
    <FieldFrame {...field} required>
      <div className="relative">
        <input
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          value={value}
          required
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={PASSWORD_MAX_LENGTH}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
          className="control pr-14"
        />
        <button
          type="button"
          aria-label={`Show ${field.label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-ink-soft hover:text-ink"
        >
          <Icon icon={shown ? EyeOff : Eye} size={20} />
        </button>
      </div>
    </FieldFrame>
  )
}

export const PASSWORD_HINT =
  'At least 6 characters, with letters and numbers. Not your e-mail address, and no common password.'
export const PASSWORD_RULE = 'Must be minimum 6 characters containing both letters and numbers'

/** The error of a chosen password; none when it follows the rule (R28). */
export function newPasswordError(password: string): { password?: string } {
  if (password === '') return { password: 'Please choose a password' }
  return isAcceptablePassword(password) ? {} : { password: PASSWORD_RULE }
}

/** The account that a password belongs to, for password managers. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="text" hidden readOnly name="username" autoComplete="username" value={email} />
}
