export type MailTables = { outbox: OutboxTable }

declare module '../database/tables.ts' {
  interface Tables extends MailTables {}
}

type OutboxTable = {
  /** Also the left part of the Message-ID, so that repeated deliveries can be recognized. */
  id: string
  kind: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  /** `waiting`, `sent`, or `failed` after the last attempt. */
  state: string
  /** 0 only until the first delivery begins: from then on the message cannot be withdrawn. */
  attempts: number
  /** ISO time; during a delivery, the end of its lease. */
  next_attempt_at: string
  /** Which delivery holds the lease, `null` when none does. */
  claim: string | null
  /** A code such as `EENVELOPE 550`, without the server's text, which can contain an address. */
  last_error: string | null
  created_at: string
  sent_at: string | null
}
