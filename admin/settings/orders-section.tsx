import { Anchor, Badge, Button, Group, List, Stack, Text } from '@mantine/core'
import { type AdminSettings, adminSettings, type Missing, SETTINGS } from '@shop/contract/settings/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { REMEDY_LINKS } from '../app/changes/remedies.ts'
import { useChange } from '../app/changes/use-change.ts'
import { isOnItsWay, outboxQuery } from '../mail/mail-state.tsx'
import { confirmOnce } from '../ui/dialog.tsx'
import { FailureLine, Loaded } from '../ui/states.tsx'
import { missingQuery, settingsQuery } from './settings.queries.ts'
import { LinkedSection } from './shop/linked-section.tsx'

type Orders = AdminSettings['orders']

const STATE_WORDS = {
  paused: {
    label: 'Paused',
    color: 'ink',
    text: 'People can browse, fill a cart and write to you. No one can order right now.',
    next: 'open',
    button: 'Open online orders',
    question: 'Open online orders?',
    warning: 'People can then order and pay by card. You can pause orders again at any time.',
    done: 'Online orders are open. Every page shows it within a second',
  },
  open: {
    label: 'Open',
    color: 'moss',
    text: 'People can order and pay by card.',
    next: 'paused',
    button: 'Pause online orders',
    question: 'Pause online orders?',
    warning: 'No one can order until you open again. Past orders and their payments stay.',
    done: 'Online orders are paused. Every page shows it within a second',
  },
} as const

/** Whether people can order, and the switch. While they cannot, what is missing for it stands there, with what to do. */
export function OrdersSection({ orders }: { orders: Orders }) {
  const { label, color, text, next, button, question, warning, done } = STATE_WORDS[orders]
  const { change, isPending, failure, errors } = useChange(adminSettings.changeSettings, {
    done,
    refreshes: [settingsQuery.queryKey],
    showsError: true,
  })
  const missing = useMissing(orders)
  const isRefused = Object.keys(errors).some((field) => field.startsWith('orders.'))
  const isMissing = missing.data !== undefined && missing.data.length > 0
  const ask = () =>
    confirmOnce({
      title: question,
      children: isMissing && orders === 'paused' ? CHECKED_AGAIN : warning,
      labels: { confirm: button, cancel: 'Cancel' },
      onConfirm: () => change({ body: { wanted: { orders: next }, seen: { orders } } }),
    })
  return (
    <LinkedSection anchor="orders" title={SETTINGS.orders.label}>
      <Stack gap="sm">
        <Group gap="sm">
          <Badge color={color}>{label}</Badge>
          <Text>{text}</Text>
        </Group>
        {orders === 'paused' && (
          <Loaded query={missing} label="Checking what’s missing">
            {(list) => <MissingList key={String(isRefused)} missing={list} isRefused={isRefused} />}
          </Loaded>
        )}
        {!isRefused && <FailureLine text={failure} />}
        {/* Not before the list above it, which would move it from under a finger. */}
        {(orders === 'open' || !missing.isPending) && (
          <Group>
            <Button variant={orders === 'open' || isMissing ? 'default' : 'filled'} loading={isPending} onClick={ask}>
              {button}
            </Button>
          </Group>
        )}
      </Stack>
    </LinkedSection>
  )
}

const CHECKED_AGAIN = 'Something is still missing. We’ll check again, and open orders only if nothing is.'

/** Read again when a test mail has left. */
function useMissing(orders: Orders) {
  const { data: outbox } = useQuery(outboxQuery)
  const isTesting = outbox?.mails.some((mail) => mail.kind === 'test' && isOnItsWay(mail, outbox)) === true
  return useQuery({ ...missingQuery(isTesting), enabled: orders === 'paused' })
}

/** A refusal is read out for people who cannot see the list. */
function MissingList({ missing, isRefused }: { missing: readonly Missing[]; isRefused: boolean }) {
  if (missing.length === 0) return <Text>Nothing is missing. You can open orders.</Text>
  return (
    <div {...(isRefused && { role: 'alert' })}>
      <Text fw={600}>You can’t open orders yet. Here’s what’s missing:</Text>
      <List spacing={4} mt={4} className="anywhere">
        {missing.map(({ code, text, remedy }) => {
          const action = REMEDY_LINKS[code] ?? null
          return (
            <List.Item key={code}>
              {text} {remedy}{' '}
              {action !== null && (
                <Anchor component={Link} underline="always" to={action.to} aria-label={`${action.label}: ${text}`}>
                  {action.label}
                </Anchor>
              )}
            </List.Item>
          )
        })}
      </List>
    </div>
  )
}
