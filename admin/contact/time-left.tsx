import { Badge } from '@mantine/core'
import type { Inquiry } from '@shop/contract/contact/admin'
import { HOUR_MS } from '@shop/contract/durations'
import { useNow } from '../ui/time.ts'

/** How an inquiry stands: answered, spam, or what is left of the promised time. */
export function InquiryState({ inquiry }: { inquiry: Inquiry }) {
  const now = useNow()
  if (inquiry.probable_spam) return <Badge color="ink">Spam</Badge>
  if (inquiry.answered_at !== null) return <Badge color="moss">Answered</Badge>
  const { text, color } = timeLeft(inquiry.received_at, now)
  return <Badge color={color}>{text}</Badge>
}

/** The contact form promises an answer within so many hours. */
export const ANSWER_WITHIN_HOURS = 48
/** From so many hours before the end on, an inquiry is urgent. */
const URGENT_HOURS = 12

export type TimeLeft = { text: string; color: 'moss' | 'amber' | 'brick' }

/** The rest of the promised time: calm, then amber, red once it is over. `now` in milliseconds. */
export function timeLeft(receivedAt: string, now: number): TimeLeft {
  const left = Date.parse(receivedAt) + ANSWER_WITHIN_HOURS * HOUR_MS - now
  if (left <= 0) return { text: `${hours(-left)} late`, color: 'brick' }
  return { text: `${hours(left)} left`, color: left <= URGENT_HOURS * HOUR_MS ? 'amber' : 'moss' }
}

/** `5 h`, below an hour `20 min`, from two days on `3 days`. */
function hours(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / 60_000))} min`
  if (ms < 48 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / (24 * HOUR_MS))} days`
}
