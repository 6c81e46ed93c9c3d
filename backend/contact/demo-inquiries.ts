import { HOUR_MS } from '@shop/contract/durations'
import type { DemoData } from '../platform/module.ts'
import { deleteInquiries, insertMissingInquiries, type StoredInquiry } from './contact.repository.ts'

const MESSAGE_IDS = ['demo-message-fit', 'demo-message-repair']

export const demoInquiries: DemoData = {
  add: (trx, now) => insertMissingInquiries(trx, buildMessages(now)),
  remove: (trx) => deleteInquiries(trx, MESSAGE_IDS),
}

function buildMessages(now: Date): StoredInquiry[] {
  const [fit = '', repair = ''] = MESSAGE_IDS
  const demo = { answered_at: null, probable_spam: 0 }
  return [
    {
      ...demo,
      message_id: fit,
      first_name: 'Demo',
      last_name: 'Shopper',
      email: 'demo@packwright.example',
      reason: 'General Inquiry',
      reference: 'Rain Cover',
      message: 'Does the rain cover fit over the full backpacks when they are packed to the top?',
      received_at: new Date(now.getTime() - 5 * HOUR_MS).toISOString(),
    },
    {
      ...demo,
      message_id: repair,
      first_name: 'Guest',
      last_name: 'Shopper',
      email: 'guest@packwright.example',
      reason: 'Feedback',
      reference: '',
      message: 'A seam on my backpack came open after a few years. Can you repair it?',
      received_at: new Date(now.getTime() - 40 * HOUR_MS).toISOString(),
    },
  ]
}
