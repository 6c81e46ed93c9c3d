import type { INQUIRY_ANSWER_FIELDS, INQUIRY_FIELDS } from '@shop/contract/admin/contact'
import type { FieldValues } from '@shop/contract/fields'

export type ContactTables = { contact_messages: ContactMessagesTable; contact_answers: ContactAnswersTable }

declare module '../database/tables.ts' {
  interface Tables extends ContactTables {}
}

type ContactMessagesTable = FieldValues<typeof INQUIRY_FIELDS> & {
  /** 1 when the hidden honeypot field was filled: stored, listed separately, not mailed. */
  probable_spam: number
}

type ContactAnswersTable = FieldValues<typeof INQUIRY_ANSWER_FIELDS> & { message_id: string }
