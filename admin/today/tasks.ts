import { MAX_BACKUP_AGE_MS } from '@shop/contract/backups/admin'
import { DAY_MS } from '@shop/contract/durations'
import { plural } from '@shop/contract/text/plural'
import { formatCounted, type Today, type TodayTask } from '@shop/contract/today/admin'
import { REMEDY_LINKS } from '../app/changes/remedies.ts'
import { ANSWER_WITHIN_HOURS, timeLeft } from '../contact/time-left.tsx'
import { formatDay, formatLocalTime } from '../ui/time.ts'
import { paymentTasksOf } from './payment-tasks.ts'
import type { Task } from './task.ts'

/** `technical`: what the operator has to do on the machine; `null` for most. */
export type ListedTask = Task & { technical: string | null }

/** Findings in the family's words, where the remedy is for the operator. */
const PLAIN_WORDS: Readonly<Record<string, string>> = {
  mail_not_set: 'Ask your technical contact to set one up.',
  backup_not_set: 'Ask your technical contact to choose a folder for the backups.',
  backup_folder: 'Ask your technical contact to make the backup folder usable again.',
  keys_refused: 'Ask your technical contact to enter the keys for card payments again. Pause orders until then.',
  payments_not_compared: 'The shop tries again every hour. If this continues, tell your technical contact.',
  disk_full: 'Once it is full, nothing can be saved. Ask your technical contact to free up space.',
}

const BACK_UP = { label: 'Back up', to: '/backups' }

const URGENCY_COLORS: Readonly<Record<TodayTask['urgency'], Task['color']>> = {
  now: 'brick',
  soon: 'amber',
  later: 'moss',
}
const COLOR_ORDER: readonly Task['color'][] = ['brick', 'amber', 'moss']

/** Tasks, the most urgent first. `now` in milliseconds. */
export function tasksOf(today: Today, now: number): ListedTask[] {
  const counted = [
    ...paymentTasksOf(today.payments),
    ...unanswered(today),
    ...today.tasks.map(broughtTask),
    ...[inquiries(today, now), backup(today, now), ...orders(today), ...goods(today)],
    ...planned(today, now),
  ]
  const known = counted.filter((task) => task !== null).map((task) => ({ ...task, technical: null }))
  return [...known, ...findings(today)].sort((a, b) => COLOR_ORDER.indexOf(a.color) - COLOR_ORDER.indexOf(b.color))
}

/** A task that a module brings. */
function broughtTask({ urgency, ...task }: TodayTask): Task {
  return { ...task, color: URGENCY_COLORS[urgency] }
}

function inquiries({ inquiries: { waiting, oldest_at } }: Today, now: number): Task | null {
  if (oldest_at === null) return null
  const { text, color } = timeLeft(oldest_at, now)
  const detail = `The oldest: ${text}. We promise answers within ${ANSWER_WITHIN_HOURS} hours.`
  const action = { label: 'Answer', to: '/inquiries' }
  return { title: `${formatCounted(waiting, 'inquiry', 'inquiries')} to answer`, detail, color, action }
}

function backup({ backup, findings }: Today, now: number): Task | null {
  // Without the folder the doctor has said why there is none.
  if (backup === null || findings.some(({ code }) => code === 'backup_folder')) return null
  const { succeeded_at, failed_at } = backup
  if (failed_at !== null) {
    const detail = 'The Backups page says why, and you can make one now.'
    return { title: 'The last nightly backup failed', detail, color: 'brick', action: BACK_UP }
  }
  const age = succeeded_at === null ? Number.POSITIVE_INFINITY : now - Date.parse(succeeded_at)
  if (age <= MAX_BACKUP_AGE_MS) return null
  const detail =
    succeeded_at === null ? 'None has been made yet.' : `The last one is ${Math.floor(age / DAY_MS)} days old.`
  return { title: 'No backup last night', detail, color: 'amber', action: BACK_UP }
}

function orders({ orders: { to_ship, overdue, to_pay_back, returns } }: Today): (Task | null)[] {
  const refund = { label: 'Refund', to: '/orders?filter=to_pay_back' }
  const ship = { label: 'Ship', to: '/orders?filter=to_ship' }
  return [
    to_pay_back === 0
      ? null
      : {
          title: `${formatCounted(to_pay_back, 'order')} to refund`,
          detail: 'Items were cancelled.',
          color: 'amber',
          action: refund,
        },
    returns === 0
      ? null
      : {
          title: `${formatCounted(returns, 'return')} to handle`,
          detail: 'A shopper is waiting for an answer or a refund.',
          color: 'amber',
          action: { label: plural(returns, 'See it', 'See them'), to: '/orders?filter=returns' },
        },
    overdue === 0
      ? null
      : {
          title: `${formatCounted(overdue, 'order')} should have shipped`,
          detail: `The ship-by date has passed. Ship ${plural(overdue, 'it', 'them')}, or tell the shopper about the delay.`,
          color: 'amber',
          action: ship,
        },
    to_ship === 0
      ? null
      : {
          title: `${formatCounted(to_ship, 'order')} to ship`,
          detail: 'Not shipped yet.',
          color: 'moss',
          action: ship,
        },
  ]
}

/** Orders that are to be cancelled, since no one agreed to wait for them. */
function unanswered({ unanswered }: Today): Task[] {
  return unanswered.map(({ order_id, answer_by, pay_back_by }) => ({
    title: `Order # ${order_id}: cancel and refund within 7 business days`,
    detail: `No answer to the delay notice by ${formatDay(answer_by)}. Refund by ${formatDay(pay_back_by)}.`,
    color: 'brick',
    action: { label: 'See the order', to: `/orders/${order_id}` },
  }))
}

/** Changes of products that are made by themselves, and those that were not. */
function planned({ planned }: Today, now: number): Task[] {
  const fails = (at: string) => (Date.parse(at) > now ? 'will not be' : 'was not')
  return planned.map(({ product_name, at, local, problem }) => ({
    title:
      problem === null ? `${product_name} is scheduled to change` : `${product_name} ${fails(at)} changed as scheduled`,
    detail: problem ?? `Scheduled for ${formatLocalTime(local)}.`,
    color: problem === null ? 'moss' : 'amber',
    action: { label: 'See it', to: '/products/planned' },
  }))
}

/** Each with a link to the products that it counts. */
function goods({ goods: { sold_out, low } }: Today): (Task | null)[] {
  const task = (number: number, what: string, stock: 'out' | 'low'): Task | null => {
    const detail = stock === 'out' ? 'Shoppers see “Sold Out”.' : 'Restock soon.'
    const action = { label: 'Set the stock', to: `/products?stock=${stock}&status=published` }
    const title = `${formatCounted(number, 'product')} ${what}`
    return number === 0 ? null : { title, detail, color: 'moss', action }
  }
  return [task(sold_out, 'sold out', 'out'), task(low, 'almost sold out', 'low')]
}

function findings({ findings }: Today): ListedTask[] {
  return findings.map(({ code, severity, text, remedy }) => {
    const plain = PLAIN_WORDS[code]
    return {
      // Titles have no full stop.
      title: text.replace(/\.$/, ''),
      detail: plain ?? remedy,
      technical: plain === undefined ? null : remedy,
      color: severity === 'error' ? 'brick' : 'amber',
      action: REMEDY_LINKS[code] ?? null,
    }
  })
}

/** How much is missing before orders can be opened. */
export function describeMissing(number: number): string {
  if (number === 0) return 'Nothing’s missing: you can open them.'
  return `${plural(number, 'One thing is', `${number} things are`)} still needed before you can open them.`
}
