import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Responds as soon as the shop does, without using its database. */
const HEALTH = '/healthz'
const ASK_AGAIN = 3000

let asking = false

/** Call it when a call got no response: queries and changes are paused until the shop responds again. */
export function reportUnreachable(): void {
  onlineManager.setOnline(false)
  if (asking) return
  asking = true
  setTimeout(askAgain, ASK_AGAIN)
}

async function askAgain(): Promise<void> {
  const answered = await fetch(HEALTH, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!answered) {
    setTimeout(askAgain, ASK_AGAIN)
    return
  }
  asking = false
  onlineManager.setOnline(true)
}

/** Whether the shop was reachable last. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
}
