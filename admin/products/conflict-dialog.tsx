import { Button, Group, Text } from '@mantine/core'
import type { AdminProduct, EditedProduct } from '@shop/contract/admin/products'
import { keysOf } from '@shop/contract/keys-of'
import { ComparisonTable } from '../ui/comparison-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { changesOf, describeValue, labelOf, toEdited, valuesOf } from './product-values.ts'

export type ConflictProps = {
  /** The product that the editing began with. */
  before: AdminProduct
  /** What somebody else has made of it. */
  present: AdminProduct
  mine: Partial<EditedProduct>
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Two people have edited the same product: what the other one changed stands beside what was typed here. */
export function ConflictDialog({ before, present, mine, onKeepMine, onTakeTheirs }: ConflictProps) {
  const now = toEdited(valuesOf(present))
  const theirs = changesOf(valuesOf(present), before)
  const names = keysOf(now).filter((name) => name in theirs || name in mine)
  return (
    <Dialog
      onClose={onTakeTheirs}
      title="Somebody else has changed this"
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="sm">Nothing is saved yet. Your changes can be saved on top of theirs, or be given up.</Text>
      <ComparisonTable
        columns={['In the shop now', 'Yours']}
        rows={names.map((name) => ({
          label: labelOf(name),
          first: describeValue(name, now),
          second: name in mine ? describeValue(name, mine) : 'Not changed',
        }))}
      />
      <Group justify="end" mt="md">
        <Button variant="default" onClick={onTakeTheirs}>
          Give mine up
        </Button>
        <Button onClick={onKeepMine}>Save mine</Button>
      </Group>
    </Dialog>
  )
}
