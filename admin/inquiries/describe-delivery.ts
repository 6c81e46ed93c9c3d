import type { InquiryAnswer } from '@shop/contract/admin/inquiries'

type Delivery = { color: 'amber' | 'moss' | 'brick'; text: string }

/** How far the mail of an answer is. Whether it is read, no mail server says. */
export function describeDelivery(delivery: InquiryAnswer['delivery'], hasMailServer: boolean): Delivery {
  if (delivery === 'sent') return { color: 'moss', text: 'Sent' }
  if (delivery === 'failed') return { color: 'brick', text: 'Not delivered' }
  return { color: 'amber', text: hasMailServer ? 'On its way' : 'Waits for a mail server' }
}
