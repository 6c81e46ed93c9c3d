import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Answers as soon as the shop does, without touching its database. */
const HEALTH = '/healthz'
const ASK_AGAIN = 3000

let asking = false

/** Told when a call got no answer: calls wait from then on, and go on by themselves once the shop answers. */
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

/** Whether the shop answers, as far as is known. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
}
