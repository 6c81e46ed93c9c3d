import { Button, Group, Stack, Text } from '@mantine/core'
import type { AdminOrder } from '@shop/contract/admin/orders'
import { ComparisonTable } from '../ui/comparison-table.tsx'
import { useFocus } from '../ui/use-focus.ts'
import { differencesOf } from './order-differences.ts'

/**
 * The order was changed elsewhere while a form was open: what it was when the form was opened beside what it is now,
 * and what was typed stays. Nothing is made until somebody decides.
 */
export function OrderConflict({
  before,
  now,
  onGoOn,
  onGiveUp,
}: {
  before: AdminOrder
  now: AdminOrder
  /** Goes back to the form with what was typed, now on top of the other change. */
  onGoOn: () => void
  onGiveUp: () => void
}) {
  const differences = differencesOf(before, now)
  const [latest] = now.events
  const text = useFocus<HTMLParagraphElement>()
  return (
    <Stack>
      <Text ref={text} tabIndex={-1}>
        This order has changed meanwhile
        {latest?.actor != null && ` (${latest.actor}: ${latest.text})`}. Nothing of yours is made yet, and what you
        typed is kept.
      </Text>
      <ComparisonTable
        columns={['When you began', 'Now']}
        rows={differences.map(({ label, was, is }) => ({ label, first: was, second: is }))}
      />
      <Group justify="end">
        <Button variant="default" onClick={onGiveUp}>
          Give mine up
        </Button>
        <Button onClick={onGoOn}>Go on with mine</Button>
      </Group>
    </Stack>
  )
}
