import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { itemLine } from '@shop/contract/order-item'
import type { AdminOrder } from '@shop/contract/orders/admin'
import type { AdminReturn } from '@shop/contract/returns/admin'
import { isShopsError } from '@shop/contract/returns/calls'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../app/session.ts'
import { Buttons, Hint, Section } from '../../ui/page.tsx'
import { RefundForm } from '../payment/cancel-and-refund.tsx'
import { AcceptForm, DeclineForm, ReceiveForm } from './return-forms.tsx'
import { returnedItems } from './returned-items.ts'

const STATE_WORDS = {
  asked: { color: 'amber', text: 'Waiting for your answer' },
  accepted: { color: 'clay', text: 'Accepted, in transit to us' },
  declined: { color: 'brick', text: 'Declined' },
  received: { color: 'amber', text: 'Received, to refund' },
  paid_back: { color: 'moss', text: 'Refunded' },
} as const

export function ReturnsSection({ order }: { order: AdminOrder }) {
  const { data: admin } = useQuery(sessionQuery)
  return (
    <Section title="Returns">
      <Stack gap="lg">
        {order.returns.map((asked) => (
          <ReturnEntry key={asked.return_id} order={order} asked={asked} isOwner={admin?.role === 'owner'} />
        ))}
      </Stack>
    </Section>
  )
}

function ReturnEntry({ order, asked, isOwner }: { order: AdminOrder; asked: AdminReturn; isOwner: boolean }) {
  const { state, reason, details, answer, label_path } = asked
  return (
    <Stack gap="xs" align="flex-start">
      <Badge color={STATE_WORDS[state].color}>{STATE_WORDS[state].text}</Badge>
      {returnedItems(order, asked).map((item) => (
        <Text key={item.order_item_id} fw={600}>
          {itemLine(item)}
        </Text>
      ))}
      <Text>
        {reason}
        {isShopsError(reason) && ': our error under the policy, with a prepaid label'}
      </Text>
      {details !== '' && (
        <Text fz="sm" className="written">
          “{details}”
        </Text>
      )}
      {answer !== '' && <Hint className="anywhere">You wrote: {answer}</Hint>}
      {label_path !== null && (
        <Anchor href={label_path} underline="always">
          The prepaid label
        </Anchor>
      )}
      <NextStep order={order} asked={asked} isOwner={isOwner} />
    </Stack>
  )
}

function NextStep({ order, asked, isOwner }: { order: AdminOrder; asked: AdminReturn; isOwner: boolean }) {
  if (asked.state === 'accepted') return <ReceiveForm order={order} asked={asked} />
  if (asked.state !== 'asked' && asked.state !== 'received') return null
  if (!isOwner) return <Hint>Only an owner can {asked.state === 'asked' ? 'decide on it' : 'refund it'}.</Hint>
  return (
    <Buttons>
      {asked.state === 'asked' ? (
        <AcceptForm order={order} asked={asked} />
      ) : (
        <RefundForm order={order} asked={asked} />
      )}
      <DeclineForm order={order} asked={asked} />
    </Buttons>
  )
}
