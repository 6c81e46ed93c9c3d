import type { Person } from '@shop/contract/accounts/calls'
import { EMAIL_LENGTH, INVALID_EMAIL, isEmail, NAME_LENGTH } from '@shop/contract/accounts/fields'
import { type FieldBinding, TextField } from '../forms/field.tsx'

type NameFieldsProps = {
  field: (name: 'firstName' | 'lastName') => FieldBinding
}

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

export function EmailField(props: FieldBinding) {
  return (
    <TextField
      {...props}
      // Also on sign-in: HTML allows `username` on text fields only, and password managers accept both.
      autoComplete="email"
      label="Email"
      required
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={EMAIL_LENGTH}
    />
  )
}

/** Errors of names and e-mail, which are required in every form that has them. */
export function customerErrors({ email, ...names }: Person): Partial<Person> {
  return { ...nameErrors(names), ...emailError(email) }
}

export function nameErrors({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): Partial<Person> {
  return {
    ...(firstName.trim() === '' && { firstName: 'Please enter a first name' }),
    ...(lastName.trim() === '' && { lastName: 'Please enter a last name' }),
  }
}

export function emailError(email: string): { email?: string } {
  if (email.trim() === '') return { email: 'Please enter an email address' }
  return isEmail(email) ? {} : { email: INVALID_EMAIL }
}
