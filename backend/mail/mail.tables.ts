export type MailTables = { outbox: OutboxTable }

declare module '../database/tables.ts' {
  interface Tables extends MailTables {}
}

type OutboxTable = {
  /** Also the left half of the Message-ID, so that a repeated delivery is recognisable. */
  id: string
  kind: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  /** `waiting`, `sent`, or `failed` once nobody tries any more. */
  state: string
  attempts: number
  /** ISO time; while a message is being delivered it stands ahead by the length of the lease. */
  next_attempt_at: string
  /** Which delivery holds the lease, `null` when none does. */
  claim: string | null
  /** A code such as `EENVELOPE 550`, never the server's words, which can hold an address. */
  last_error: string | null
  created_at: string
  sent_at: string | null
}
