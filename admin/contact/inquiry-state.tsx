import { Badge } from '@mantine/core'
import type { Inquiry } from '@shop/contract/admin/contact'
import { useNow } from '../ui/use-now.ts'
import { timeLeft } from './time-left.ts'

/** How an inquiry stands: answered, spam, or what is left of the promised time. */
export function InquiryState({ inquiry }: { inquiry: Inquiry }) {
  const now = useNow()
  if (inquiry.probable_spam) return <Badge color="ink">Spam</Badge>
  if (inquiry.answered_at !== null) return <Badge color="moss">Answered</Badge>
  const { text, color } = timeLeft(inquiry.received_at, now)
  return <Badge color={color}>{text}</Badge>
}
