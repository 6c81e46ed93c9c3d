import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { DAY_MS } from '@shop/contract/durations'
import { formatAdminMoney } from '@shop/contract/money'
import { nameAtGateway } from '@shop/contract/payments/payment-key'
import { controlPanelOf, type WireProvider } from '@shop/contract/payments/provider-name'
import { adminPaymentTasks, HELD_DAYS, type PaymentTasks } from '@shop/contract/payments/tasks'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '../app/call.ts'
import { queryClient } from '../app/query-client.ts'
import { describeOperation } from '../orders/payment/payment-words.ts'
import { formatAge, formatOrderNumber } from '../ui/format.ts'
import { Hint, Page, QuietButton, Section } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { formatTime, useNow } from '../ui/time.ts'
import { Decision } from './decision.tsx'
import classes from './payments.module.css'
import { paymentTasksQuery } from './payments.queries.ts'
import { UnmatchedSection } from './unmatched-section.tsx'

export { PaymentsPage as Component }

export const loader = () => void queryClient.prefetchQuery(paymentTasksQuery)

function PaymentsPage() {
  return (
    <Page
      title="Payments"
      actions={
        <QuietButton component={Link} to="/payments/disputes">
          All disputes
        </QuietButton>
      }
    >
      <Loaded query={useQuery(paymentTasksQuery)} label="Loading payments">
        {(tasks) => <Tasks tasks={tasks} />}
      </Loaded>
    </Page>
  )
}

function Tasks({ tasks }: { tasks: PaymentTasks }) {
  const { alarm_until, open_disputes, unmatched, failed, held, checking } = tasks
  const lists = [unmatched, failed, held, checking]
  if (alarm_until === null && open_disputes === 0 && lists.every(({ length }) => length === 0)) {
    return (
      <EmptyState text="No payments need your attention. Each order shows what was reserved, charged and refunded." />
    )
  }
  return (
    <Stack gap="md">
      {alarm_until !== null && <AlarmSection until={alarm_until} />}
      {open_disputes > 0 && (
        <Section title="Disputes">
          <Stack gap="sm" align="start">
            <Text>{formatCount(open_disputes, 'dispute')} to answer.</Text>
            <Button component={Link} to="/payments/disputes">
              View disputes
            </Button>
          </Stack>
        </Section>
      )}
      {unmatched.length > 0 && <UnmatchedSection payments={unmatched} />}
      {failed.length > 0 && <FailedSection failed={failed} />}
      {held.length > 0 && <HeldSection held={held} />}
      {checking.length > 0 && <CheckingSection checking={checking} />}
    </Stack>
  )
}

function AlarmSection({ until }: { until: string }) {
  return (
    <Section title="Many cards are being declined">
      <Stack gap="sm" align="start">
        <Text>
          Someone may be trying stolen cards. Until {formatTime(until)}, we block addresses after two declined cards and
          slow down similar cards. Orders stay open. To stop all orders, pause them.
        </Text>
        <Button component={Link} to="/settings" variant="default">
          Pause online orders in Settings
        </Button>
      </Stack>
    </Section>
  )
}

function FailedSection({ failed }: Pick<PaymentTasks, 'failed'>) {
  return (
    <Section title="Failed at the gateway">
      <ul className={classes.list}>
        {failed.map(({ operation, provider, reference, order_id, asked_order_id }) => {
          const { name, badge, color, text } = describeOperation(operation)
          return (
            <Entry
              key={operation.id}
              title={`${name} ${formatAdminMoney(operation.amount_cents)}`}
              badge={badge}
              color={color}
            >
              <Text fz="sm">{text}</Text>
              {asked_order_id !== null && (
                <Text fz="sm">
                  This was meant to pay the order by link but didn’t. Check whether the order is paid now, or send a new
                  link; then click “Mark as resolved”.
                </Text>
              )}
              <OrderLink orderId={order_id ?? asked_order_id} provider={provider} reference={reference} />
              <Decision
                label="Mark as resolved"
                subject={`${name} of ${order_id ?? asked_order_id ?? reference}`}
                question="It’s no longer listed here. Nothing else changes."
                send={() => call(adminPaymentTasks.dismissOperation, { params: { operation_id: operation.id } })}
              />
            </Entry>
          )
        })}
      </ul>
    </Section>
  )
}

function HeldSection({ held }: Pick<PaymentTasks, 'held'>) {
  const now = useNow()
  return (
    <Section title="Reserved for several days">
      <Text mb="md">
        Banks release reserved money after about a week. After that you can’t charge it. Ship or cancel these orders. If
        a reservation has expired, send a payment link or record how it was paid.
      </Text>
      <ul className={classes.list}>
        {held.map(({ provider, reference, order_id, authorized_cents, state, created_at }) => {
          const isUrgent = state === 'expired' || now - Date.parse(created_at) >= HELD_DAYS.now * DAY_MS
          return (
            <Entry
              key={reference}
              title={formatAdminMoney(authorized_cents)}
              badge={state === 'expired' ? 'Expired' : formatAge(created_at, now)}
              color={isUrgent ? 'brick' : 'amber'}
            >
              {state === 'expired' && <Text fz="sm">The reservation has expired, and nothing was charged.</Text>}
              <OrderLink orderId={order_id} provider={provider} reference={reference} />
            </Entry>
          )
        })}
      </ul>
    </Section>
  )
}

function CheckingSection({ checking }: Pick<PaymentTasks, 'checking'>) {
  const now = useNow()
  return (
    <Section title="Being checked">
      <Text mb="md">
        The gateway hasn’t told us yet whether these cards were charged. The shop asks again automatically, and then
        creates the order or returns the products to stock. If this continues, tell your technical contact.
      </Text>
      <ul className={classes.list}>
        {checking.map(({ provider, reference, order_id, total_cents, created_at }) => (
          <Entry key={reference} title={formatAdminMoney(total_cents)} badge={formatAge(created_at, now)} color="amber">
            <Hint>
              If it goes through, it becomes order {formatOrderNumber(order_id)}. Its ID in {controlPanelOf(provider)}{' '}
              is {nameAtGateway(reference)}.
            </Hint>
          </Entry>
        ))}
      </ul>
    </Section>
  )
}

type EntryProps = { title: string; badge: string; color: string; children: ReactNode }

function Entry({ title, badge, color, children }: EntryProps) {
  return (
    <li className={classes.entry}>
      <Group gap="sm">
        <Text fw={600}>{title}</Text>
        <Badge color={color}>{badge}</Badge>
      </Group>
      {children}
    </li>
  )
}

type OrderLinkProps = { orderId: string | null; provider: WireProvider; reference: string }

function OrderLink({ orderId, provider, reference }: OrderLinkProps) {
  return (
    <Hint className="anywhere">
      {orderId === null ? (
        'Without an order'
      ) : (
        <Link to={`/orders/${orderId}`}>Order {formatOrderNumber(orderId)}</Link>
      )}
      . Its ID in {controlPanelOf(provider)} is {nameAtGateway(reference)}.
    </Hint>
  )
}
