import { modals } from '@mantine/modals'

type Question = Parameters<typeof modals.openConfirmModal>[0] & { onConfirm: () => void }

/**
 * A dialog before something is done: it opens once and is confirmed once, however often a key is pressed while it opens or
 * closes.
 */
export function confirmOnce({ onConfirm, ...question }: Question): void {
  let isDone = false
  modals.openConfirmModal({
    // A dialog that is open is not opened again.
    modalId: 'question',
    ...question,
    onConfirm: () => {
      if (isDone) return
      isDone = true
      onConfirm()
    },
  })
}
