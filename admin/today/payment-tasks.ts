import { CHECKED_MINUTES, HELD_DAYS } from '@shop/contract/payments/tasks'
import { formatCounted, type Today } from '@shop/contract/today/admin'
import { formatDay } from '../ui/time.ts'
import type { Task } from './task.ts'

type Payments = NonNullable<Today['payments']>

/** Tasks about card payments, each with the page where it is dealt with. */
export function paymentTasksOf(payments: Today['payments']): Task[] {
  if (payments === null) return []
  return [alarm, disputes, unmatched, failed, expiring, held, checking].flatMap((task) => task(payments) ?? [])
}

function see(label: string): Task['action'] {
  return { label, to: '/payments' }
}

function alarm({ alarm_until }: Payments): Task | null {
  if (alarm_until === null) return null
  const detail = 'Someone may be trying stolen cards. Orders stay open; repeated failures are blocked.'
  return { title: 'Many cards are being declined', detail, color: 'brick', action: see('See what to do') }
}

function disputes({ disputes: { open, reply_by } }: Payments): Task | null {
  if (open === 0) return null
  const detail = reply_by === null ? 'A bank has reversed a charge.' : `The next one is due by ${formatDay(reply_by)}.`
  const action = { label: 'See the evidence', to: '/payments/disputes' }
  return { title: `${formatCounted(open, 'disputed payment')} to answer`, detail, color: 'brick', action }
}

function unmatched({ unmatched: number }: Payments): Task | null {
  if (number === 0) return null
  const detail = 'Someone has paid, and the shop has no order for it.'
  return { title: `${formatCounted(number, 'charge')} without an order`, detail, color: 'brick', action: see('Decide') }
}

function failed({ failed: number }: Payments): Task | null {
  if (number === 0) return null
  const detail = 'The gateway failed to charge, release or refund.'
  return {
    title: `${formatCounted(number, 'request')} to the gateway failed`,
    detail,
    color: 'brick',
    action: see('See why'),
  }
}

function expiring({ held }: Payments): Task | null {
  if (held.now === 0) return null
  const detail = `Reserved for ${HELD_DAYS.now} days or more. Charge these soon.`
  const title = `${formatCounted(held.now, 'order')} to ship before the reservation expires`
  return { title, detail, color: 'brick', action: see('See which') }
}

function held({ held: { soon } }: Payments): Task | null {
  if (soon === 0) return null
  const detail = `Reserved for ${HELD_DAYS.soon} days or more, and charged when the order ships.`
  return {
    title: `${formatCounted(soon, 'payment')} reserved for several days`,
    detail,
    color: 'amber',
    action: see('See which'),
  }
}

function checking({ checking: number }: Payments): Task | null {
  if (number === 0) return null
  const detail = `For over ${CHECKED_MINUTES} minutes, we haven’t been able to tell if a card was charged. We keep asking the bank.`
  return {
    title: `${formatCounted(number, 'payment')} being checked`,
    detail,
    color: 'amber',
    action: see('See which'),
  }
}
