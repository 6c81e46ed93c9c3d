import { createStore } from '../lib/store.ts'

/** A short message over the page. One is shown at a time, the others wait (R34). */
export type Popup = {
  kind: 'success' | 'info' | 'error'
  text: string
  /** Shown above the text, as in 'Login Failed'. */
  title?: string
  /** Milliseconds until it closes by itself; `null` waits for the person. */
  timer: number | null
  /** `corner`: at the top right, for what is about a list that one looks at; otherwise in the middle. */
  place?: 'corner'
  /** The word on its button. */
  button: string
  /** What can be done about it, beside closing it; only where the person is waited for. */
  action?: { label: string; run: () => void }
  /** Called once it was closed, by whatever. */
  onClosed?: () => void
}

export type QueuedPopup = Popup & { id: number }

const queue = createStore<readonly QueuedPopup[]>([])
let lastId = 0

export const popupQueue = queue

/** Error and info dialogs close after 4 s, as the added-to-cart confirmation does (section 9). */
export const POPUP_TIMER_MS = 4000
/** Checkout notifications and toasts elsewhere close after 5 s (section 9). */
export const NOTIFICATION_TIMER_MS = 5000

/** Queues a message, and answers with its number. The same words that already wait are not queued twice. */
export function showPopup(popup: Popup): number {
  const waiting = queue.get().slice(1)
  const same = waiting.find((other) => other.text === popup.text && other.title === popup.title)
  if (same) return same.id
  lastId += 1
  queue.set([...queue.get(), { ...popup, id: lastId }])
  return lastId
}

/** Takes a message out of the queue, shown or still waiting. */
export function closePopup(id: number): void {
  const popup = queue.get().find((other) => other.id === id)
  queue.set(queue.get().filter((other) => other.id !== id))
  popup?.onClosed?.()
}
