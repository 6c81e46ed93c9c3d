import { Button, Group, Stack, Table, Text } from '@mantine/core'
import type { AdminOrder } from '@shop/contract/admin/orders'
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
      <Table.ScrollContainer minWidth={280}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th>When you began</Table.Th>
              <Table.Th>Now</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differences.map(({ label, was, is }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td>{was}</Table.Td>
                <Table.Td>{is}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group>
        <Button onClick={onGoOn}>Go on with mine</Button>
        <Button variant="default" onClick={onGiveUp}>
          Give mine up
        </Button>
      </Group>
    </Stack>
  )
}
