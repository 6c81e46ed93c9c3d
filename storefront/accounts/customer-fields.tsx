import { EMAIL_LENGTH, NAME_LENGTH } from '@shop/contract/customer'
import { type FieldBinding, TextField } from '../forms/field.tsx'

type NameFieldsProps = {
  field: (name: 'firstName' | 'lastName') => FieldBinding
}

/** First and last name, the same in every form; with autocomplete. */
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

/** An e-mail address, the same in every form. */
export function EmailField(props: FieldBinding) {
  return (
    <TextField
      {...props}
      // Also on sign-in: HTML allows `username` on text fields only, and password managers accept both.
      autoComplete="email"
      label="E-mail"
      required
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={EMAIL_LENGTH}
    />
  )
}
