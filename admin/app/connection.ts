import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Responds as soon as the shop does, without using its database. */
const HEALTH = '/healthz'
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
export async function checkConnection(): Promise<void> {
  if (!(await isReachable())) reportUnreachable()
}

function isReachable(): Promise<boolean> {
  return fetch(HEALTH, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Whether the shop was reachable last. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
}
