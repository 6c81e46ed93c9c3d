import { Badge, Text } from '@mantine/core'
import type { Inquiry } from '@shop/contract/admin/inquiries'
import { formatTime } from '../ui/format-time.ts'
import classes from './inquiry-row.module.css'

/** A message in the list: a card on phones, a row with columns from 768 px. */
export function InquiryRow({ inquiry }: { inquiry: Inquiry }) {
  const { first_name, last_name, reason, reference, message, received_at, answered_at } = inquiry
  return (
    <article className={classes.row}>
      <Text fw={600} className={classes.who}>
        {first_name} {last_name}
      </Text>
      <Text c="dimmed" fz="sm" component="time" dateTime={received_at} className={classes.when}>
        {formatTime(received_at)}
      </Text>
      <Text fz="sm" className={classes.about}>
        {reason}
        {reference !== '' && `: ${reference}`}
      </Text>
      <Text lineClamp={2} className={classes.text}>
        {message}
      </Text>
      <div className={classes.state}>
        {answered_at === null ? <Badge color="clay">Open</Badge> : <Badge color="moss">Answered</Badge>}
      </div>
    </article>
  )
}
