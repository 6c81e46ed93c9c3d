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
            : `${pending === 1 ? 'One change waits' : `${pending} changes wait`} and will be sent once the shop answers, also if you close this page.`}
        </Alert>
      )}
    </div>
  )
}
