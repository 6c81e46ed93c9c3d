import { Button, Group, Text } from '@mantine/core'
import { LeaveGuard } from '../../app/frame/unsaved.tsx'
import { SAME_ORDER } from '../../ui/list/sortable-list.tsx'
import { QuietButton, SaveBar } from '../../ui/page.tsx'
import { FailureLine } from '../../ui/states.tsx'

type OrderBarProps = {
  hint: string
  isSame: boolean
  save: { isPending: boolean; failure: string | null; reset: () => void }
  /** Why nothing more can be moved. */
  full?: string | undefined
  onDiscard: () => void
  onSave: () => void
}

export function OrderBar({ hint, isSame, save, full, onDiscard, onSave }: OrderBarProps) {
  const discard = () => {
    onDiscard()
    save.reset()
  }
  return (
    <SaveBar>
      <LeaveGuard isActive={!save.isPending} />
      <FailureLine text={save.failure} />
      {full !== undefined && <Text>{full}</Text>}
      <Group justify="end" gap="sm">
        <Text mr="auto">{isSame ? SAME_ORDER : hint}</Text>
        <QuietButton onClick={discard}>Discard</QuietButton>
        <Button loading={save.isPending} disabled={isSame} onClick={onSave}>
          Save the order
        </Button>
      </Group>
    </SaveBar>
  )
}
