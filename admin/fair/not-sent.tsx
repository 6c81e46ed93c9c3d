import { Alert, Group, Stack, Text } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import { fullName } from '@shop/contract/text/person-name'
import { plural } from '@shop/contract/text/plural'
import type { AdminCallError } from '../app/call.ts'
import { confirmOnce } from '../ui/dialog.tsx'
import { Hint, QuietButton, Section } from '../ui/page.tsx'
import { formatTime } from '../ui/time.ts'
import { draftOf, type FairOrder, OthersOrdersError, removeFairOrder } from './fair-orders.ts'
import classes from './fair-page.module.css'

type NotSentProps = {
  orders: readonly FairOrder[]
  failure: AdminCallError | null
  /** Nothing is typed that a changed order would replace. */
  canChange: boolean
  /** Enters waiting orders in the name of the signed-in person. */
  onEnter: () => void
  onChange: (order: FairOrder) => void
  onSendAgain: (order: FairOrder) => void
}

/** Orders of this device that the shop does not have: those that wait, and those that it refused. */
export function NotSent({ orders, failure, canChange, onEnter, onChange, onSendAgain }: NotSentProps) {
  const waiting = orders.filter(({ problem }) => problem === null)
  const refused = orders.filter(({ problem }) => problem !== null)
  return (
    <>
      {waiting.length > 0 && (
        <Section title={plural(waiting.length, 'One order is waiting', `${waiting.length} orders are waiting`)}>
          <Stack gap="xs">
            <Text>
              {plural(waiting.length, 'It’s only', 'They’re only')} on this device, and will be sent once you’re back
              online with this page open.
            </Text>
            {/* That there is no connection is said above. */}
            {failure !== null && failure.status !== 0 && <SendFailure failure={failure} onEnter={onEnter} />}
            <ul className={classes.orders}>
              {waiting.map((order) => (
                <li key={order.id}>{describe(order)}</li>
              ))}
            </ul>
          </Stack>
        </Section>
      )}
      {refused.length > 0 && (
        <Section
          title={plural(refused.length, 'One order needs a correction', `${refused.length} orders need a correction`)}
        >
          <Hint>{plural(refused.length, 'It’s', 'They’re')} on this device, and not in the shop yet.</Hint>
          <ul className={classes.orders}>
            {refused.map((order) => (
              <li key={order.id}>
                <Text fw={600}>{describe(order)}</Text>
                <Text c="brick">{order.problem}</Text>
                <Group gap="sm" mt="xs">
                  <QuietButton disabled={!canChange} onClick={() => onChange(order)}>
                    Change it
                  </QuietButton>
                  <QuietButton onClick={() => onSendAgain(order)}>Send it again</QuietButton>
                  <QuietButton onClick={() => confirmThrowAway(order)}>Delete</QuietButton>
                </Group>
              </li>
            ))}
          </ul>
          {!canChange && <Hint>To change one, first save or clear the order below.</Hint>}
        </Section>
      )}
    </>
  )
}

function SendFailure({ failure, onEnter }: { failure: AdminCallError; onEnter: () => void }) {
  return (
    <Alert color="amber" variant="light">
      {failure.status === 401 ? (
        <>
          Please <a href="/admin/sign-in">sign in</a> and open this page again to send them.
        </>
      ) : (
        failure.message
      )}
      {failure instanceof OthersOrdersError && (
        <QuietButton display="block" mt="xs" onClick={() => confirmEntering(onEnter)}>
          Enter them under my name
        </QuietButton>
      )}
    </Alert>
  )
}

function describe(order: FairOrder): string {
  return `${fullName(draftOf(order))}, ${formatAdminMoney(order.total_cents)}, ${formatTime(order.taken_at)}`
}

function confirmEntering(onConfirm: () => void): void {
  confirmOnce({
    title: 'Enter these orders under your name?',
    children: <Text>Someone else took them. The changes will show your name.</Text>,
    labels: { confirm: 'Enter them', cancel: 'Not now' },
    onConfirm: () => {
      onConfirm()
      focusHeading()
    },
  })
}

function confirmThrowAway(order: FairOrder): void {
  confirmOnce({
    title: 'Delete this order?',
    children: <Text>{describe(order)}. It’s only on this device, and you can’t get it back.</Text>,
    labels: { confirm: 'Delete', cancel: 'Keep it' },
    confirmProps: { color: 'brick' },
    onConfirm: () => {
      removeFairOrder(order.id)
      focusHeading()
    },
  })
}

/** The button that was pressed is gone. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true })
}
