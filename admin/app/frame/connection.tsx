import { Alert, Text } from '@mantine/core'
import { plural } from '@shop/contract/text/plural'
import { onlineManager } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePendingChanges } from '../changes/pending-changes.ts'
import classes from './connection.module.css'

/** Responds as soon as the shop does, without using its database. */
const HEALTH_PATH = '/healthz'
const RETRY_MS = 3000

let polling = false

/** Call it when a call got no response: queries and changes are paused until the shop responds again. */
export function reportUnreachable(): void {
  onlineManager.setOnline(false)
  if (polling) return
  polling = true
  setTimeout(pollHealth, RETRY_MS)
}

async function pollHealth(): Promise<void> {
  if (!(await isReachable())) {
    setTimeout(pollHealth, RETRY_MS)
    return
  }
  polling = false
  onlineManager.setOnline(true)
}

/** Call it when something that is no call, such as a picture, could not be loaded: it may be missing, or the shop away. */
async function checkConnection(): Promise<void> {
  if (!(await isReachable())) reportUnreachable()
}

function isReachable(): Promise<boolean> {
  return fetch(HEALTH_PATH, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
}

/** Shows that the connection is lost, what can be done without it, and how many changes are pending. */
export function ConnectionNotice({ still = 'You can keep reading.' }: { still?: string }) {
  const isOnline = useIsOnline()
  const pending = usePendingChanges()
  return (
    <div role="status" className={classes.notice}>
      {!isOnline && (
        <Alert color="amber" variant="light" icon={<CloudOff aria-hidden />} title="No connection to the shop" mb="md">
          {pending === 0
            ? `${still} We’ll reconnect automatically.`.trim()
            : `${plural(pending, 'One change is waiting', `${pending} changes are waiting`)} on this device. We’ll send ${plural(pending, 'it', 'them')} once you’re back online with this page open.`}
        </Alert>
      )}
    </div>
  )
}

/** Beside the button of a change that waits for the connection; announced by screen readers. */
export function WaitingLine({ isPending }: { isPending: boolean }) {
  const isOnline = useIsOnline()
  return (
    // Without a box it takes no space while empty.
    <div role="status" style={{ display: 'contents' }}>
      {isPending && !isOnline && <Text fz="sm">You’re offline. We’ll save it once you’re back online.</Text>}
    </div>
  )
}

/**
 * Props of a picture or video that is loaded again once the shop can be reached, if it could not be loaded before. The
 * browser itself would try again only with a new page.
 */
export function useReload(): { key: number; onError: () => void } {
  const [attempt, setAttempt] = useState(0)
  const hasFailed = useRef(false)
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (!isOnline || !hasFailed.current) return
        hasFailed.current = false
        setAttempt((before) => before + 1)
      }),
    [],
  )
  return {
    key: attempt,
    onError: () => {
      hasFailed.current = true
      void checkConnection()
    },
  }
}
