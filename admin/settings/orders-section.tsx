import { Badge, Button, Group, List, Stack, Text } from '@mantine/core'
import { type AdminSettings, adminSettings, SETTINGS } from '@shop/contract/admin/settings'
import { useChange } from '../app/use-change.ts'
import { confirmOnce } from '../ui/dialog.tsx'
import { Section } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'
import { settingsQuery } from './settings.queries.ts'

type Orders = AdminSettings['orders']

const STATES = {
  paused: {
    label: 'Paused',
    color: 'ink',
    text: 'People browse, keep a cart and write to you. Nobody can order.',
    next: 'open',
    button: 'Open online orders',
    question: 'Open online orders?',
    warning: 'From then on people order and pay by card. You can pause orders again at any time.',
    done: 'Online orders are open. Every page shows it within a second',
  },
  open: {
    label: 'Open',
    color: 'moss',
    text: 'People order and pay by card.',
    next: 'paused',
    button: 'Pause online orders',
    question: 'Pause online orders?',
    warning: 'From then on nobody can order. Orders that were placed stay, and so do their payments.',
    done: 'Online orders are paused. Every page shows it within a second',
  },
} as const

/** Whether people can order, and the switch. What is missing before orders can be opened is listed. */
export function OrdersSection({ orders }: { orders: Orders }) {
  const { label, color, text, next, button, question, warning, done } = STATES[orders]
  const { change, isPending, failure, errors } = useChange(adminSettings.changeSettings, {
    done,
    refreshes: [settingsQuery.queryKey],
    showsError: true,
  })
  const missing = Object.entries(errors).flatMap(([field, message]) => (field.startsWith('orders.') ? [message] : []))
  const ask = () =>
    confirmOnce({
      title: question,
      children: warning,
      labels: { confirm: button, cancel: 'Go back' },
      onConfirm: () => change({ body: { wanted: { orders: next }, seen: { orders } } }),
    })
  return (
    <Section title={SETTINGS.orders.label}>
      <Stack gap="sm">
        <Group gap="sm">
          <Badge color={color}>{label}</Badge>
          <Text>{text}</Text>
        </Group>
        {missing.length === 0 ? <FailureLine text={failure} /> : <Missing sentences={missing} />}
        <Group>
          <Button variant={orders === 'open' ? 'default' : 'filled'} loading={isPending} onClick={ask}>
            {button}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

function Missing({ sentences }: { sentences: readonly string[] }) {
  return (
    <div role="alert">
      <Text fw={600}>Orders cannot be opened yet. This is missing:</Text>
      <List spacing={4} mt={4} style={{ overflowWrap: 'anywhere' }}>
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </div>
  )
}
