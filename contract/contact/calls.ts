import type { Person } from '../accounts/calls.ts'
import { post } from '../http/call.ts'
import { isSuccessBody } from '../http/errors.ts'

export const CONTACT_REASONS = [
  'Wholesale or Retail Inquiry',
  'Inquiry about any product',
  'Inquiry about your order',
  'General Inquiry',
  'Feedback',
  'Complaint',
  'Others',
] as const

export const MESSAGE_LENGTH = 5000
export const REFERENCE_LENGTH = 200

export type InquiryInput = Person & { reason: (typeof CONTACT_REASONS)[number]; reference: string; message: string }

export const contactCalls = {
  /** `website` is the honeypot; a message that fills it is stored as probable spam. */
  contactUs: post<boolean, { body: Omit<InquiryInput, 'reference'> & { reference?: string; website?: string } }>(
    '/api/api/contactUs',
    parseContactResponse,
  ),
}

/** True only when the backend reports success (R45). */
export function parseContactResponse(body: unknown): boolean {
  return isSuccessBody(body)
}
