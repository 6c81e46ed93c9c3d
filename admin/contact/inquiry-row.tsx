import { Text } from '@mantine/core'
import type { Inquiry } from '@shop/contract/admin/contact'
import { Link } from 'react-router'
import { formatTime } from '../ui/format-time.ts'
import classes from './inquiry-row.module.css'
import { InquiryState } from './inquiry-state.tsx'

/** A message in the list: a card on phones, a row with columns from 768 px. */
export function InquiryRow({ inquiry }: { inquiry: Inquiry }) {
  const { message_id, first_name, last_name, reason, reference, message, received_at } = inquiry
  return (
    <article className={classes.row}>
      <Text fw={600} className={classes.who}>
        <Link to={`/inquiries/${message_id}`} className={classes.link ?? ''}>
          {first_name} {last_name}
        </Link>
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
        <InquiryState inquiry={inquiry} />
      </div>
    </article>
  )
}
