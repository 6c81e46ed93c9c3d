import { CONTACT_REASONS, type InquiryInput, MESSAGE_LENGTH, REFERENCE_LENGTH } from '@shop/contract/contact'
import { EMAIL_LENGTH, NAME_LENGTH } from '@shop/contract/customer'
import { customerErrors } from '../accounts/customer-errors.ts'

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

const LIMITS: Readonly<Partial<Record<keyof ContactValues, number>>> = {
  firstName: NAME_LENGTH,
  lastName: NAME_LENGTH,
  email: EMAIL_LENGTH,
  reference: REFERENCE_LENGTH,
  message: MESSAGE_LENGTH,
}

/** Errors by field (section 5). */
export function checkContact(values: ContactValues): Partial<Record<keyof ContactValues, string>> {
  return {
    ...tooLong(values),
    ...customerErrors(values),
    ...(asReason(values.reason) === null && { reason: 'Please choose a reason' }),
    ...(values.message.trim() === '' && { message: 'Please tell us what it is about' }),
  }
}

function tooLong(values: ContactValues): Partial<Record<keyof ContactValues, string>> {
  const long = CONTACT_FIELDS.filter(
    (field) => values[field].trim().length > (LIMITS[field] ?? Number.POSITIVE_INFINITY),
  )
  return Object.fromEntries(long.map((field) => [field, `Please shorten this to ${LIMITS[field]} characters`]))
}

/** The remaining characters of a field as text; nothing far below the limit. */
export function roomLeft(field: keyof ContactValues, text: string): string | undefined {
  const limit = LIMITS[field]
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

/** In screen order. */
export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'reason', 'reference', 'message'] as const

function counted(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`
}
