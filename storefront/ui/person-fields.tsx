import { EMAIL_LENGTH, NAME_LENGTH } from '@shop/contract/checkout'
import { type FieldBinding, TextField } from './field.tsx'

type NameFieldsProps = {
  field: (name: 'firstName' | 'lastName') => FieldBinding
}

/** First and last name, alike wherever they are asked for; browsers fill them in. */
export function NameFields({ field }: NameFieldsProps) {
  return (
    <>
      <TextField
        {...field('firstName')}
        label="First name"
        required
        autoComplete="given-name"
        maxLength={NAME_LENGTH}
      />
      <TextField {...field('lastName')} label="Last name" required autoComplete="family-name" maxLength={NAME_LENGTH} />
    </>
  )
}

type EmailFieldProps = FieldBinding & {
  /** `username`: the address one signs in with, for password managers. */
  autoComplete: 'email' | 'username'
}

/** An e-mail address, alike wherever it is asked for. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      {...props}
      label="E-mail"
      required
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={EMAIL_LENGTH}
    />
  )
}
