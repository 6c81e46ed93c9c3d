import { Text } from '@mantine/core'
import { useIsOnline } from './connection.ts'

/** Beside the button of a change that waits for the connection; announced by screen readers. */
export function WaitingLine({ isPending }: { isPending: boolean }) {
  const isOnline = useIsOnline()
  return (
    // Without a box it takes no space while empty.
    <div role="status" style={{ display: 'contents' }}>
      {isPending && !isOnline && <Text fz="sm">No connection. It is saved once the shop can be reached.</Text>}
    </div>
  )
}
