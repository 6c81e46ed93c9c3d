import type { INQUIRY_ANSWER_FIELDS, INQUIRY_FIELDS } from '@shop/contract/admin/contact'
import type { FieldValues } from '@shop/contract/fields'

/** An inquiry is a row of `contact_messages`: tables keep the name of the migration that made them. */
export type ContactTables = { contact_messages: InquiriesTable; contact_answers: AnswersTable }

declare module '../database/tables.ts' {
  interface Tables extends ContactTables {}
}

type InquiriesTable = FieldValues<typeof INQUIRY_FIELDS> & {
  /** 1 when the hidden honeypot field was filled: stored, listed separately, not mailed. */
  probable_spam: number
}

type AnswersTable = FieldValues<typeof INQUIRY_ANSWER_FIELDS> & { message_id: string }
