import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../ui/error-state.tsx'

/** Milliseconds that a notification stays; whoever misses Undo finds the change in the log of changes. */
const DONE_FOR = 8000
const FAILED_FOR = 20_000

/** "Marked as answered", with Undo where the change can be taken back. */
export function notifyDone(text: string, onUndo: (() => void) | null): void {
  const id = crypto.randomUUID()
  const undo = () => {
    notifications.hide(id)
    onUndo?.()
  }
  notifications.show({
    id,
    color: 'moss',
    autoClose: DONE_FOR,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text>{text}</Text>
        {onUndo !== null && (
          <Button variant="default" onClick={undo}>
            Undo
          </Button>
        )}
      </Group>
    ),
  })
}

/** Why a change was not made. */
export function notifyFailed(error: unknown): void {
  notifications.show({ color: 'brick', title: 'That did not work', message: messageOf(error), autoClose: FAILED_FOR })
}
