import { Alert } from '@mantine/core'
import { CloudOff } from 'lucide-react'
import { useIsOnline } from './connection.ts'
import classes from './connection-notice.module.css'
import { usePendingChanges } from './pending-changes.ts'

/** Shows that the connection is lost, and how many changes are pending. */
export function ConnectionNotice() {
  const isOnline = useIsOnline()
  const pending = usePendingChanges()
  return (
    <div role="status" className={classes.notice}>
      {!isOnline && (
        <Alert color="amber" variant="light" icon={<CloudOff aria-hidden />} title="No connection to the shop" mb="md">
          {pending === 0
            ? 'You can go on reading. The page goes on by itself once the shop answers.'
            : `${pending === 1 ? 'One change waits' : `${pending} changes wait`} on this device. ${pending === 1 ? 'It is' : 'They are'} sent once the shop answers and this page is open; if you close it, once you open it again.`}
        </Alert>
      )}
    </div>
  )
}
