import type { MailDelivery } from '@shop/contract/admin/mail'

type Delivery = { color: 'amber' | 'moss' | 'brick'; text: string }

/** How far a mail is. Whether it is read, no mail server says. */
export function describeDelivery(delivery: MailDelivery, hasMailServer: boolean): Delivery {
  if (delivery === 'sent') return { color: 'moss', text: 'Sent' }
  if (delivery === 'failed') return { color: 'brick', text: 'Not delivered' }
  return { color: 'amber', text: hasMailServer ? 'On its way' : 'Waits for a mail server' }
}

/** What a change of an order says once it is made; where its mail cannot leave, also that. */
export function doneWithMail(done: string, order: { email: string; has_mail_server: boolean }): string {
  return order.email === '' || order.has_mail_server ? done : `${done}. Its mail waits for a mail server`
}

/** The label of what changes an order and mails it: "Ship and send", or "Ship" where nobody gets a mail. */
export function labelWithMail(label: string, { email }: { email: string }): string {
  return email === '' ? label : `${label} and send`
}
