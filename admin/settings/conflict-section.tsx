import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { Users } from 'lucide-react'
import type { Difference } from './checkout-values.ts'

/** Somebody else has changed the same thing: both versions side by side, and the question which one stays. */
export function ConflictSection({
  differences,
  onKeepMine,
  onTakeTheirs,
}: {
  differences: readonly Difference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  return (
    <Alert
      role="alert"
      color="amber"
      variant="light"
      icon={<Users aria-hidden />}
      title="Somebody else has changed this"
    >
      <Text mb="sm">Nothing of yours is saved yet. Yours can replace theirs, or be given up.</Text>
      <Table verticalSpacing="xs" layout="fixed" style={{ overflowWrap: 'anywhere' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="22%">What</Table.Th>
            <Table.Th>In the shop now</Table.Th>
            <Table.Th>Yours</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map(({ label, theirs, mine }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td>{theirs}</Table.Td>
              <Table.Td>{mine}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="sm" mt="sm">
        <Button variant="default" onClick={onTakeTheirs}>
          Give mine up
        </Button>
        <Button onClick={onKeepMine}>Go on with mine</Button>
      </Group>
    </Alert>
  )
}
