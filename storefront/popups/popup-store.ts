import { createStore } from '../data/store.ts'

/** A short message over the page. One is shown at a time, the others wait (R34). */
export type Popup = {
  /** `error` and `warning` interrupt a screen reader. */
  kind: 'success' | 'info' | 'warning' | 'error'
  text: string
  /** Shown above the text, as in 'Login Failed'. */
  title?: string
  /** Milliseconds until it closes by itself; `null` waits for the person. */
  timer: number | null
  /** So long it is shown though another one waits, in milliseconds; `MIN_SHOWN_MS` unless told otherwise. */
  shownAtLeast?: number
  /**
   * `corner`: at the top right, for what is about a list that one looks at. `bottom`: where the page has its buttons at
   * its end and its title must be read. Otherwise in the middle.
   */
  place?: 'corner' | 'bottom'
  /** The word on its button. */
  button: string
  /** What can be done about it, beside closing it; only where the person is waited for. */
  action?: { label: string; run: () => void }
  /** It is about no page in particular: it stays when the visitor goes on to another one. */
  staysOnNavigation?: boolean
  /** Called once it was closed, by whatever. */
  onClosed?: () => void
}

/** `shown` counts how often its words were shown, so that they can be announced again. */
export type QueuedPopup = Popup & { id: number; shown: number }

const queue = createStore<readonly QueuedPopup[]>([])
let lastId = 0

export const popupQueue = queue

/** Error and info dialogs close after 4 s, as the added-to-cart confirmation does (section 9). */
export const POPUP_TIMER_MS = 4000
/** Checkout notifications and toasts elsewhere close after 5 s (section 9). */
export const NOTIFICATION_TIMER_MS = 5000
/** A message with a timer makes way for the next one once it was shown for so long (R41). */
export const MIN_SHOWN_MS = 1000
/** What a message has left at least when it is no longer held. */
const MIN_LEFT_MS = 500

/**
 * Queues a message, and answers with its number. The same words never stand in the queue twice: shown already, their
 * time begins anew (R41).
 */
export function showPopup(popup: Popup): number {
  const same = queue.get().find((other) => other.text === popup.text && other.title === popup.title)
  if (same === undefined) {
    lastId += 1
    queue.set([...queue.get(), { ...popup, id: lastId, shown: 1 }])
    plan()
    return lastId
  }
  const { id } = same
  queue.set(queue.get().map((other) => (other === same ? { ...popup, id, shown: same.shown + 1 } : other)))
  if (clock?.id === id && popup.timer !== null) {
    clock = { ...clock, left: popup.timer, shown: 0, since: clock.since === null ? null : Date.now() }
    plan()
  }
  return id
}

/** Takes a message out of the queue, shown or still waiting. */
export function closePopup(id: number): void {
  const popup = queue.get().find((other) => other.id === id)
  remove((other) => other === popup)
}

/** The visitor left the page: what belongs to it goes too (R34). */
export function closePopupsOfPage(): void {
  remove((popup) => popup.staysOnNavigation !== true)
}

function remove(isMeant: (popup: QueuedPopup) => boolean): void {
  const removed = queue.get().filter(isMeant)
  if (removed.length === 0) return
  queue.set(queue.get().filter((popup) => !removed.includes(popup)))
  plan()
  for (const popup of removed) popup.onClosed?.()
}

// The time of the message in front ----------------------------------------------------------------

/** What it has left, how long it was shown so far, and since when its time runs; `null` while it is held. */
type Clock = { id: number; left: number; shown: number; since: number | null }

let clock: Clock | null = null
let timeout: ReturnType<typeof setTimeout> | undefined

/** The message is on the screen and nothing holds it: its time runs. */
export function startPopupTimer(id: number): void {
  const [front] = queue.get()
  if (front?.id !== id || front.timer === null) return
  if (clock?.id !== id) clock = { id, left: front.timer, shown: 0, since: null }
  clock = { ...clock, since: clock.since ?? Date.now() }
  plan()
}

/** The message is hovered, has focus, or is not on the screen: its time stands still (R34). */
export function pausePopupTimer(id: number): void {
  if (clock?.id !== id || clock.since === null) return
  const passed = Date.now() - clock.since
  clock = {
    id,
    left: Math.max(MIN_LEFT_MS, clock.left - passed),
    shown: Math.min(shownAtLeast(queue.get()[0]) - MIN_LEFT_MS, clock.shown + passed),
    since: null,
  }
  plan()
}

function shownAtLeast(popup: Popup | undefined): number {
  return popup?.shownAtLeast ?? MIN_SHOWN_MS
}

/** Sets the end of the message in front: its own time, or sooner when another one waits. */
function plan(): void {
  clearTimeout(timeout)
  const [front, next] = queue.get()
  if (clock !== null && clock.id !== front?.id) clock = null
  if (clock === null || clock.since === null) return
  const { id, left, shown, since } = clock
  const rest = next === undefined ? left : Math.min(left, shownAtLeast(front) - shown)
  timeout = setTimeout(() => closePopup(id), Math.max(0, rest - (Date.now() - since)))
}
