import * as z from 'zod/mini'
import { customer } from './customer.ts'
import { defineEndpoint } from './endpoint.ts'
import { isSuccessBody, successBody } from './errors.ts'

/** Why a visitor writes. */
export const CONTACT_REASONS = [
  'Wholesale or Retail Inquiry',
  'Inquiry about any product',
  'Inquiry about your order',
  'General Inquiry',
  'Feedback',
  'Complaint',
  'Others',
] as const

/** The longest message and reference, in characters. */
export const MESSAGE_LENGTH = 5000
export const REFERENCE_LENGTH = 200

/** A message as the call carries it. */
const contactBody = z.object({
  ...customer.shape,
  reason: z.enum(CONTACT_REASONS),
  reference: z._default(z.string().check(z.trim(), z.maxLength(REFERENCE_LENGTH)), ''),
  message: z.string().check(z.trim(), z.minLength(1), z.maxLength(MESSAGE_LENGTH)),
  /** The honeypot, which no person sees; a message that fills it is stored as probable spam. */
  website: z.optional(z.string().check(z.maxLength(1000))),
})
export type InquiryInput = Omit<z.output<typeof contactBody>, 'website'>

export const contactUsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/api/contactUs',
  summary: 'Sends a message to the shop',
  tag: 'contact',
  description:
    'Stores a message to the shop, which is then e-mailed to its owner. `website` is a field that no person fills; a message with it is stored apart as probable spam.',
  body: contactBody,
  response: successBody,
  errors: [],
  parse: parseContactResponse,
})

/** True only when the backend reports success (R45). */
export function parseContactResponse(body: unknown): boolean {
  return isSuccessBody(body)
}
