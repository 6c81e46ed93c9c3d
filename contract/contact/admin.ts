import * as z from 'zod/mini'
import { CUSTOMER_FIELDS, EMAIL_LENGTH } from '../accounts/fields.ts'
import { changeResult, cursor, defineAdminCalls } from '../http/endpoint.ts'
import { type Fields, optionalText, text } from '../http/fields.ts'
import { wireShape } from '../http/fields-schemas.ts'
import { defineAdminFile } from '../http/files.ts'
import { mailDelivery } from '../mail/admin.ts'
import { MESSAGE_LENGTH, REFERENCE_LENGTH } from './calls.ts'

export const INQUIRY_STATUSES = ['open', 'answered', 'spam', 'all'] as const
export type InquiryStatus = (typeof INQUIRY_STATUSES)[number]

/** Marks set by hand; `open` undoes `answered`, `genuine` undoes `spam`. */
const INQUIRY_MARKS = ['answered', 'open', 'spam', 'genuine'] as const
export type InquiryMark = (typeof INQUIRY_MARKS)[number]

export const ANSWER_LENGTH = 10_000

const inquiryId = z.string().check(z.minLength(1), z.maxLength(100), z.describe('Id of the inquiry'))
const status = z
  ._default(z.enum(INQUIRY_STATUSES), 'open')
  .check(z.describe('Which inquiries; `all` leaves out probable spam'))

/** The id is `message_id`, as in existing columns and exported files. */
export const INQUIRY_FIELDS = {
  message_id: text(100),
  ...CUSTOMER_FIELDS,
  reason: text(100),
  reference: text(REFERENCE_LENGTH),
  message: text(MESSAGE_LENGTH),
  received_at: text(30),
  /** `null` until it is answered or marked as answered. */
  answered_at: optionalText(30),
} satisfies Fields

const wireInquiry = z.object({ ...wireShape(INQUIRY_FIELDS), probable_spam: z.boolean() })
export type Inquiry = z.infer<typeof wireInquiry>

export const INQUIRY_ANSWER_FIELDS = {
  answer_id: text(100),
  text: text(ANSWER_LENGTH),
  author: text(EMAIL_LENGTH),
  answered_at: text(30),
  mail_id: text(100),
} satisfies Fields

const wireAnswer = z.object({
  ...wireShape(INQUIRY_ANSWER_FIELDS),
  delivery: mailDelivery,
  /** The code of the last failure; `null` without one. */
  delivery_error: z.nullable(z.string()),
  undo_id: z.nullable(z.int()),
})
export type InquiryAnswer = z.infer<typeof wireAnswer>

export const adminContact = defineAdminCalls({
  listInquiries: {
    method: 'GET',
    path: '/api/admin/inquiries',
    summary: 'Lists inquiries',
    description: 'Newest first; open ones oldest first. `next` begins the next page.',
    query: z.object({
      status,
      search: z
        ._default(z.string().check(z.trim(), z.maxLength(200)), '')
        .check(z.describe('Part of a name, an email address, a reference or the message')),
      after: z.optional(cursor).check(z.describe('`next` of the page before')),
    }),
    response: z.object({ inquiries: z.array(wireInquiry), next: z.nullable(z.string()) }),
  },
  getInquiry: {
    method: 'GET',
    path: '/api/admin/inquiries/:id',
    summary: 'Returns an inquiry with its answers',
    description: 'Also how far their emails are, and how a new one would end.',
    params: z.object({ id: inquiryId }),
    response: z.object({
      inquiry: wireInquiry,
      answers: z.array(wireAnswer),
      below_answer: z.string(),
      can_be_answered: z.boolean(),
      has_mail_server: z.boolean(),
    }),
    errors: ['not_found'],
  },
  answerInquiry: {
    method: 'POST',
    path: '/api/admin/inquiries/:id/answer',
    summary: 'Answers an inquiry by email',
    description: 'Can be undone for ten seconds. 409 if there are other answers than `seen_answers`.',
    params: z.object({ id: inquiryId }),
    body: z.object({
      text: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Please write an answer'),
          z.maxLength(ANSWER_LENGTH, `Please write at most ${ANSWER_LENGTH.toLocaleString('en-US')} characters`),
        ),
      seen_answers: z
        .optional(z.int().check(z.minimum(0)))
        .check(z.describe('How many answers the writer has seen; without it nothing is compared')),
    }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  markInquiry: {
    method: 'POST',
    path: '/api/admin/inquiries/:id/mark',
    summary: 'Marks an inquiry as answered or as spam, or undoes that',
    description: 'No email is sent.',
    params: z.object({ id: inquiryId }),
    body: z.object({ mark: z.enum(INQUIRY_MARKS) }),
    response: changeResult,
    errors: ['not_found'],
  },
})

export const inquiriesFile = defineAdminFile({
  name: 'adminDownloadInquiries',
  path: '/api/admin/inquiries/export',
  summary: 'Downloads the inquiries with a status',
  description: 'One inquiry a row.',
  query: z.object({ status }),
})
