import { Button, Group, Text } from '@mantine/core'
import { ComparisonTable } from './comparison-table.tsx'
import { Dialog } from './dialog.tsx'

/** What somebody else has made of something, and what was typed here. */
export type Difference = { label: string; theirs: string; mine: string }

type TwoVersionsDialogProps = {
  /** Who changed it, in a sentence. */
  said?: string
  differences: readonly Difference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Two people have edited the same: what the other one changed stands beside what was typed here. */
export function TwoVersionsDialog({ said, differences, onKeepMine, onTakeTheirs }: TwoVersionsDialogProps) {
  return (
    <Dialog
      onClose={onTakeTheirs}
      title="Somebody else has changed this"
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
    >
      {said !== undefined && <Text mb="sm">{said}</Text>}
      <Text mb="sm">Nothing is saved yet. Your changes can be saved on top of theirs, or be given up.</Text>
      <ComparisonTable
        columns={['In the shop now', 'Yours']}
        rows={differences.map(({ label, theirs, mine }) => ({ label, first: theirs, second: mine }))}
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
