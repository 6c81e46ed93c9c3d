import { EMAIL_LENGTH, isEmail, NAME_LENGTH } from '@shop/contract/checkout'
import {
  CONTACT_REASONS,
  type ContactMessage,
  type ContactReason,
  MESSAGE_LENGTH,
  REFERENCE_LENGTH,
} from '@shop/contract/contact'

/** What the form holds while one types; `reason` is empty until one was chosen. */
export type ContactValues = Readonly<Record<keyof ContactMessage, string>>

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

const MISSING: Readonly<Partial<Record<keyof ContactValues, string>>> = {
  firstName: 'Please enter a first name',
  lastName: 'Please enter a last name',
  email: 'Please enter an email address',
  reason: 'Please choose a reason',
  message: 'Please tell us what it is about',
}

/** What keeps the form from being sent, by field (section 5). */
export function checkContact(values: ContactValues): Partial<Record<keyof ContactValues, string>> {
  const errors: Partial<Record<keyof ContactValues, string>> = {}
  for (const field of CONTACT_FIELDS) {
    const error = errorOf(field, values[field].trim())
    if (error !== undefined) errors[field] = error
  }
  return errors
}

function errorOf(field: keyof ContactValues, text: string): string | undefined {
  if (text === '') return MISSING[field]
  const limit = LIMITS[field]
  if (limit !== undefined && text.length > limit) return `Please shorten this to ${limit} characters`
  if (field === 'email' && !isEmail(text)) return 'Please enter a valid email address'
  if (field === 'reason' && asReason(text) === null) return MISSING.reason
  return undefined
}

/** What is left of a field's limit, in words; nothing while the limit is far away. */
export function roomLeft(field: keyof ContactValues, text: string): string | undefined {
  const limit = LIMITS[field]
  if (limit === undefined) return undefined
  const left = limit - text.trim().length
  if (left > limit / 10) return undefined
  return left >= 0 ? `${counted(left)} left` : `${counted(-left)} too many`
}

/** The checked values as the contract's message; `null` while something is wrong. */
export function messageOf(values: ContactValues): ContactMessage | null {
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
export function asReason(text: string | undefined): ContactReason | null {
  return CONTACT_REASONS.find((reason) => reason === text) ?? null
}

/** In the order of the screen. */
export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'reason', 'reference', 'message'] as const

function counted(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`
}
