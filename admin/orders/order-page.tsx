import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import type { AdminOrder } from '@shop/contract/orders/admin'
import { fullName } from '@shop/contract/text/person-name'
import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { sessionQuery } from '../app/session.ts'
import { NoMailServer } from '../mail/mail-state.tsx'
import { formatOrderNumber, phoneLink } from '../ui/format.ts'
import { BackLink, Buttons, Columns, Hint, Page, Section } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { formatDay } from '../ui/time.ts'
import { HistorySection } from './history-section.tsx'
import { ItemsSection } from './items-section.tsx'
import { OrderBadges } from './order-badges.tsx'
import { orderQuery } from './orders.queries.ts'
import { CancelForm, RefundForm } from './payment/cancel-and-refund.tsx'
import { CardPaymentSection } from './payment/card-payment-section.tsx'
import { PayLinkSection } from './payment/pay-link-section.tsx'
import { PaymentForm } from './payment/payment-form.tsx'
import { ReturnsSection } from './returns/returns-section.tsx'
import { DelayForm, holdLine, promiseLine } from './shipping/delay-form.tsx'
import { AddressForm, DeliveredForm } from './shipping/delivery-forms.tsx'
import { ShipForm } from './shipping/ship-form.tsx'

export { OrderPage as Component }

export const loader = ({ params }: LoaderFunctionArgs) =>
  void queryClient.prefetchQuery(orderQuery(params.orderId ?? ''))

function OrderPage() {
  const { orderId = '' } = useParams()
  const query = useQuery(orderQuery(orderId))
  return (
    <Page
      title={`Order ${formatOrderNumber(orderId)}`}
      actions={
        query.data === undefined || query.data.status === 'cancelled' ? undefined : (
          <Button variant="default" component={Link} to={`/orders/${orderId}/slip`}>
            Packing slip
          </Button>
        )
      }
    >
      <BackLink to="/orders">All orders</BackLink>
      <Loaded query={query} label="Loading the order">
        {(order) => <OrderSections order={order} />}
      </Loaded>
    </Page>
  )
}

function OrderSections({ order }: { order: AdminOrder }) {
  const { data: admin } = useQuery(sessionQuery)
  return (
    <Columns
      left={
        <>
          <SummarySection order={order} />
          {order.returns.length > 0 && <ReturnsSection order={order} />}
          {admin?.role === 'owner' && <PayLinkSection order={order} />}
          {order.card_payment !== null && <CardPaymentSection order={order} payment={order.card_payment} />}
          <ItemsSection order={order} />
        </>
      }
      right={<HistorySection order={order} />}
    />
  )
}

const UNTRACKED_NOTES = {
  untracked: 'It was sent without a tracking number.',
  own_delivery: 'We delivered it ourselves.',
  picked_up: 'It was picked up.',
} as const

/** The number of a parcel, and where it can be followed. */
function Parcel({ parcel: { number, carrier } }: { parcel: AdminOrder['parcels'][number] }) {
  return (
    <Alert color="moss" variant="light" title={`Tracking number ${number}`}>
      {carrier === null ? (
        'We don’t recognize the carrier from this number.'
      ) : carrier.url === null ? (
        `Sent by ${carrier.name}`
      ) : (
        <Anchor c="moss" underline="always" href={carrier.url} target="_blank" rel="noreferrer">
          Track it at {carrier.name}
        </Anchor>
      )}
    </Alert>
  )
}

function SummarySection({ order }: { order: AdminOrder }) {
  const { data: admin } = useQuery(sessionQuery)
  const isOwner = admin?.role === 'owner'
  const hold = holdLine(order)
  return (
    <Section title={fullName(order)}>
      <Stack gap="sm">
        <OrderBadges order={order} />
        {order.email !== '' && (
          <Text>
            <Anchor href={`mailto:${encodeURIComponent(order.email)}`}>{order.email}</Anchor>
          </Text>
        )}
        {order.phone !== null && (
          <Text>
            <Anchor href={phoneLink(order.phone)}>{order.phone}</Anchor>
          </Text>
        )}
        {order.delivery_address !== null && <Text className="written">{order.delivery_address}</Text>}
        {order.delivery_address !== null && order.label_problem !== null && (
          <Text c="brick">We can’t make a label: {asClause(order.label_problem)}.</Text>
        )}
        {order.delivery_name !== null && <Text>{order.delivery_name}</Text>}
        <Text c="dimmed">
          Ordered {formatDay(order.order_date)}
          {order.estimated_delivery_date !== null && `, expected ${formatDay(order.estimated_delivery_date)}`}
        </Text>
        <PromiseLine order={order} />
        {order.delivered_on !== null && <Text>Delivered {formatDay(order.delivered_on)}</Text>}
        {order.shipped_by !== null && <Text>{UNTRACKED_NOTES[order.shipped_by]}</Text>}
        {order.parcels.map((parcel) => (
          <Parcel key={parcel.number} parcel={parcel} />
        ))}
        <MailNotice order={order} />
        {order.to_pay_back && !isOwner && <Text>Cancelled items need a refund. Only an owner can do that.</Text>}
        <PaymentForm order={order} />
        {hold !== null && <Hint>{hold}</Hint>}
        <Buttons>
          <ShipForm order={order} />
          <DeliveredForm order={order} />
          <AddressForm order={order} />
          {isOwner && <DelayForm order={order} />}
          <CancelForm order={order} />
          {isOwner && order.payment !== 'unpaid' && <RefundForm order={order} />}
        </Buttons>
      </Stack>
    </Section>
  )
}

/** A sentence after a colon. */
function asClause(sentence: string): string {
  return sentence.startsWith('ZIP') ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

function PromiseLine({ order }: { order: AdminOrder }) {
  const line = promiseLine(order)
  const isUrgent = order.is_overdue || order.delay?.pay_back_by != null
  return line && <Text {...(isUrgent && { c: 'brick', fw: 600 })}>{line}.</Text>
}

/** That a mail about the order has not reached the shopper; which one stands in the history. */
function MailNotice({ order: { events, has_mail_server, first_name } }: { order: AdminOrder }) {
  const mails = events.flatMap((event) => event.mails).filter(({ to }) => to === 'shopper')
  const deliveries = mails.map(({ delivery }) => delivery)
  if (!has_mail_server && deliveries.includes('waiting')) {
    return <NoMailServer>The email to {first_name} will go out automatically once one is set up.</NoMailServer>
  }
  if (!deliveries.includes('failed')) return null
  return (
    <Alert color="brick" variant="light" icon={<MailWarning aria-hidden />} title="An email wasn’t delivered">
      Some emails to {first_name} weren’t delivered: see “What happened”.
    </Alert>
  )
}
