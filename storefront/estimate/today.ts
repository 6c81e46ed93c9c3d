import { useEffect, useState } from 'react'

/** The current date, which follows the day while a page stays open. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date())
  useEffect(() => {
    const follow = () => setToday((shown) => latestDay(shown, new Date()))
    // A press and a key, too: also placing, in a window that was in sight all night.
    const looks = ['visibilitychange', 'focus', 'pageshow', 'pointerdown', 'keydown']
    for (const name of looks) window.addEventListener(name, follow, true)
    return () => {
      for (const name of looks) window.removeEventListener(name, follow, true)
    }
  }, [])
  return today
}

/** The date that is shown while the shopper's day is the same, else the new one. */
export function latestDay(shown: Date, now: Date): Date {
  return shown.toDateString() === now.toDateString() ? shown : now
}
