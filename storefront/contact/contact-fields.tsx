import { EMAIL_LENGTH, NAME_LENGTH } from '@shop/contract/accounts/fields'
import { CONTACT_REASONS, type InquiryInput, MESSAGE_LENGTH, REFERENCE_LENGTH } from '@shop/contract/contact/calls'
import { plural } from '@shop/contract/text/plural'
import { customerErrors } from '../accounts/customer-fields.tsx'
import { RequiredNote, SelectField, TextAreaField, TextField } from '../forms/field.tsx'
import type { Form } from '../forms/use-form.ts'

/** Initial focus: the first of these that is empty. */
const FIRST_FIELDS = ['firstName', 'lastName', 'email', 'reason', 'message'] as const

/** The fields of section 3. Values of the account are read-only. */
export function ContactFields({ form }: { form: Form<ContactValues> }) {
  const empty = FIRST_FIELDS.find((name) => form.values[name] === '') ?? 'message'

  function field(name: keyof ContactValues, label: string, required = true) {
    return { ...form.field(name), label, required, hint: roomLeft(name, form.values[name]) }
  }
  const start = (name: keyof ContactValues) => ({ 'data-first-field': name === empty ? true : undefined })

  return (
    <>
      <RequiredNote className="mb-3" />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField {...field('firstName', 'First name')} autoComplete="given-name" {...start('firstName')} />
        <TextField {...field('lastName', 'Last name')} autoComplete="family-name" {...start('lastName')} />
        <TextField {...field('email', 'Email')} type="email" autoComplete="email" {...start('email')} />
        <SelectField {...field('reason', 'Reason')} autoComplete="off" {...start('reason')}>
          <option value="">Choose a reason</option>
          {CONTACT_REASONS.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </SelectField>
      </div>
      <TextField {...field('reference', 'Product name or order ID', false)} autoComplete="off" />
      <TextAreaField {...field('message', 'Details')} rows={5} {...start('message')} />
      <Honeypot />
    </>
  )
}

export function honeypotValue(form: HTMLFormElement): string {
  return String(new FormData(form).get('website') ?? '')
}

/**
 * A honeypot, hidden from people. It is read-only until something writes to it, so autofill does not (see
 * contract/contact/calls.ts).
 */
function Honeypot() {
  return (
    <div aria-hidden className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
      <label>
        Leave this empty
        <input
          name="website"
          type="text"
          tabIndex={-1}
          autoComplete="off"
          readOnly
          defaultValue=""
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  )
}

/** The form's values; `reason` is empty until one is chosen. */
export type ContactValues = Readonly<Record<keyof InquiryInput, string>>

export const EMPTY_MESSAGE: ContactValues = {
  firstName: '',
  lastName: '',
  email: '',
  reason: '',
  reference: '',
  message: '',
}

const MAX_LENGTHS: Readonly<Partial<Record<keyof ContactValues, number>>> = {
  firstName: NAME_LENGTH,
  lastName: NAME_LENGTH,
  email: EMAIL_LENGTH,
  reference: REFERENCE_LENGTH,
  message: MESSAGE_LENGTH,
}

export function checkContact(values: ContactValues): Partial<Record<keyof ContactValues, string>> {
  return {
    ...tooLong(values),
    ...customerErrors(values),
    ...(asReason(values.reason) === null && { reason: 'Please choose a reason' }),
    ...(values.message.trim() === '' && { message: 'Please tell us what it’s about' }),
  }
}

function tooLong(values: ContactValues): Partial<Record<keyof ContactValues, string>> {
  const long = CONTACT_FIELDS.filter(
    (field) => values[field].trim().length > (MAX_LENGTHS[field] ?? Number.POSITIVE_INFINITY),
  )
  return Object.fromEntries(long.map((field) => [field, `Please shorten this to ${MAX_LENGTHS[field]} characters`]))
}

/** The remaining characters of a field as text; nothing far below the limit. */
export function roomLeft(field: keyof ContactValues, text: string): string | undefined {
  const limit = MAX_LENGTHS[field]
  if (limit === undefined) return undefined
  const left = limit - text.trim().length
  if (left > limit / 10) return undefined
  return left >= 0 ? `${counted(left)} left` : `${counted(-left)} too many`
}

/** The values as the contract's message; `null` while invalid. */
export function inquiryOf(values: ContactValues): InquiryInput | null {
  const reason = asReason(values.reason)
  if (reason === null || Object.keys(checkContact(values)).length > 0) return null
  const { firstName, lastName, email, reference, message } = values
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim(),
    reason,
    reference: reference.trim(),
    message: message.trim(),
  }
}

/** A reason of section 3; `null` for any other text. */
export function asReason(text: string | undefined): InquiryInput['reason'] | null {
  return CONTACT_REASONS.find((reason) => reason === text) ?? null
}

export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'reason', 'reference', 'message'] as const

function counted(count: number): string {
  return `${count} ${plural(count, 'character')}`
}
