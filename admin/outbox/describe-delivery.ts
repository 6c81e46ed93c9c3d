import type { MailDelivery } from '@shop/contract/admin/outbox'

type Delivery = { color: 'amber' | 'moss' | 'brick'; text: string }

/** How far a mail is. Whether it is read, no mail server says. */
export function describeDelivery(delivery: MailDelivery, hasMailServer: boolean): Delivery {
  if (delivery === 'sent') return { color: 'moss', text: 'Sent' }
  if (delivery === 'failed') return { color: 'brick', text: 'Not delivered' }
  return { color: 'amber', text: hasMailServer ? 'On its way' : 'Waits for a mail server' }
}

/** What a change says once it is made; where its mail cannot leave, also that. */
export function doneWithMail(done: string, hasMailServer: boolean): string {
  return hasMailServer ? done : `${done}. Its mail waits for a mail server`
}
