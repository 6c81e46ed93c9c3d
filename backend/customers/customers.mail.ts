import type { ShopSettings } from '@shop/contract/pages/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'

export function dataExportedMail(to: string, { supportEmail }: ShopSettings): NewMail<'data_exported'> {
  return { kind: 'customer-exported', to, replyTo: supportEmail, text: { name: 'data_exported', values: {} } }
}

/** Tells a person that their data is gone; of the mail itself nothing is stored once it has left. */
export function dataDeletedMail(to: string, { supportEmail }: ShopSettings): NewMail<'data_deleted'> {
  return { kind: 'customer-deleted', to, replyTo: supportEmail, text: { name: 'data_deleted', values: {} } }
}
