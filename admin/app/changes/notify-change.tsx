import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { messageOf } from '../../ui/states.tsx'

const FAILED_SHOWN_MS = 20_000
/** So many of the newest changes are shown; an older one gives way, and stays in the change log. */
const MOST_DONE = 2

let shown: readonly string[] = []

export function notifyDone(text: string, onUndo: (() => void) | null): void {
  const id = crypto.randomUUID()
  for (const older of shown.slice(0, 1 - MOST_DONE)) notifications.hide(older)
  shown = [...shown.slice(1 - MOST_DONE), id]
  const undo = () => {
    notifications.hide(id)
    onUndo?.()
  }
  notifications.show({
    id,
    color: 'moss',
    // Afterwards the change can be undone in the log of changes.
    autoClose: MAIL_HOLD_MS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text miw={0} className="anywhere">
          {text}
        </Text>
        {onUndo !== null && (
          <Button variant="default" style={{ flexShrink: 0 }} onClick={undo}>
            Undo
          </Button>
        )}
      </Group>
    ),
  })
}

export function notifyFailed(error: unknown): void {
  notifications.show({
    color: 'brick',
    title: 'That didn’t work',
    message: messageOf(error),
    autoClose: FAILED_SHOWN_MS,
  })
}
