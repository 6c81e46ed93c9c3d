import type { ShopSettings } from '@shop/contract/pages/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'

export function dataExportedMail(to: string, { supportEmail }: ShopSettings): NewMail<'data_exported'> {
  return { kind: 'customer-exported', to, replyTo: supportEmail, text: { name: 'data_exported', values: {} } }
}

/** Tells a person that their data is deleted. The mail itself is not kept after sending. */
export function dataDeletedMail(to: string, { supportEmail }: ShopSettings): NewMail<'data_deleted'> {
  return { kind: 'customer-deleted', to, replyTo: supportEmail, text: { name: 'data_deleted', values: {} } }
}
