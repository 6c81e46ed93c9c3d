export type ContactTables = { contact_messages: ContactMessagesTable }

declare module '../database/tables.ts' {
  interface Tables extends ContactTables {}
}

type ContactMessagesTable = {
  message_id: string
  first_name: string
  last_name: string
  email: string
  reason: string
  /** Product name or order ID, empty when there is none. */
  reference: string
  message: string
  /** ISO time. */
  received_at: string
  /** ISO time, `null` until the owner says that it was answered. */
  answered_at: string | null
  /** 1 when it filled the field that no person sees: kept apart, not mailed, never dropped. */
  probable_spam: number
}
