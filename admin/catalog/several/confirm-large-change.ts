import { confirmOnce } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'

/** Asks before prices change by more than half; `confirm` is the label of the button that makes the change. */
export function confirmLargeChange(prices: number, confirm: string, onConfirm: () => void): void {
  confirmOnce({
    title: 'A large change',
    children: `${formatCount(prices, 'price')} ${prices === 1 ? 'changes' : 'change'} by more than half. Is that meant?`,
    labels: { confirm, cancel: 'Go back' },
    onConfirm,
  })
}
