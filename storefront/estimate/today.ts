import { useSyncExternalStore } from 'react'

/** The current date, which follows the day while a page stays open. */
export function useToday(): Date {
  return useSyncExternalStore(subscribeToLooks, currentDay, currentDay)
}

let today = new Date()

function currentDay(): Date {
  today = latestDay(today, new Date())
  return today
}

function subscribeToLooks(look: () => void): () => void {
  // A press and a key, too: also placing, in a window that was in sight all night.
  const looks = ['visibilitychange', 'focus', 'pageshow', 'pointerdown', 'keydown']
  for (const name of looks) window.addEventListener(name, look, true)
  return () => {
    for (const name of looks) window.removeEventListener(name, look, true)
  }
}

/** The date that is shown while the shopper's day is the same, else the new one. */
export function latestDay(shown: Date, now: Date): Date {
  return shown.toDateString() === now.toDateString() ? shown : now
}
