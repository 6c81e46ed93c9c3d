export type ContactTables = { contact_messages: ContactMessagesTable; contact_answers: ContactAnswersTable }

declare module '../database/tables.ts' {
  interface Tables extends ContactTables {}
}

type ContactMessagesTable = {
  message_id: string
  first_name: string
  last_name: string
  email: string
  reason: string
  /** Product name or order ID; may be empty. */
  reference: string
  message: string
  /** ISO time. */
  received_at: string
  /** ISO time, `null` until the owner marks it as answered. */
  answered_at: string | null
  /** 1 when the hidden honeypot field was filled: stored, listed separately, not mailed. */
  probable_spam: number
}

type ContactAnswersTable = {
  answer_id: string
  message_id: string
  text: string
  /** E-mail address of whoever wrote it, or `command`. */
  author: string
  /** ISO time. */
  answered_at: string
  /** Its row of the outbox. */
  mail_id: string
}
