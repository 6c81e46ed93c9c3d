import type { ReactNode } from 'react'
import { createStore } from '../data/store.ts'

/** A short message over the page. One is shown at a time, the others wait (R34). */
export type Popup = {
  /** `error` and `warning` interrupt a screen reader. */
  kind: 'success' | 'info' | 'warning' | 'error'
  text: string
  /** Shown above the text, as in 'Login Failed'. */
  title?: string
  /** Shown below the text of a message with a timer. */
  detail?: ReactNode
  /** Milliseconds until it closes by itself; `null` for a modal message. */
  timer: number | null
  /** Minimum milliseconds that it is shown while another one is queued; by default `MIN_SHOWN_MS`. */
  shownAtLeast?: number
  /**
   * Position. `corner`: top right, for messages about a visible list. `bottom`: for pages with buttons at their end and
   * a title that must remain readable. By default centered.
   */
  place?: 'corner' | 'bottom'
  button: string
  /** A further action beside closing; modal messages only. */
  action?: { label: string; run: () => void }
  /** It is not about the current page, and stays after navigation, except to the page that `closesAt` names. */
  staysOnNavigation?: boolean
  closesAt?: string
  /** Called once when it was closed, for whatever reason. */
  onClosed?: () => void
}

/** `shown` counts how often the text was shown, so it is announced again. */
export type QueuedPopup = Popup & { id: number; shown: number }

const queue = createStore<readonly QueuedPopup[]>([])
let lastId = 0

export const popupQueue = queue

/** Error and info dialogs close after 4 s, as the added-to-cart confirmation does (section 9). */
export const POPUP_TIMER_MS = 4000
/** Checkout notifications and toasts elsewhere close after 5 s (section 9). */
export const NOTIFICATION_TIMER_MS = 5000
/** A message with a timer is replaced by the next one after this time (R41). */
export const MIN_SHOWN_MS = 1000
/** Minimum milliseconds left when a message is no longer held. */
const MIN_LEFT_MS = 500

/**
 * Queues a message and returns its id. The same text is never queued twice; if it is being shown, its timer restarts
 * (R41).
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

export function closePopup(id: number): void {
  const popup = queue.get().find((other) => other.id === id)
  remove((other) => other === popup)
}

/** Removes the messages of a page when the visitor leaves it for another (R34). */
export function closePopupsOfPage(pathname?: string): void {
  remove(({ staysOnNavigation, closesAt }) => staysOnNavigation !== true || (closesAt ?? '') === pathname)
}

function remove(matches: (popup: QueuedPopup) => boolean): void {
  const removed = queue.get().filter(matches)
  if (removed.length === 0) return
  queue.set(queue.get().filter((popup) => !removed.includes(popup)))
  plan()
  for (const popup of removed) popup.onClosed?.()
}

// The timer of the message in front --------------------------------------------------------------

/** Remaining time, time shown so far, and when the timer was started; `null` while it is held. */
let clock: { id: number; left: number; shown: number; since: number | null } | null = null
let timeout: ReturnType<typeof setTimeout> | undefined

/** The message is visible and not held: its timer runs. */
export function startPopupTimer(id: number): void {
  const [front] = queue.get()
  if (front?.id !== id || front.timer === null) return
  if (clock?.id !== id) clock = { id, left: front.timer, shown: 0, since: null }
  clock = { ...clock, since: clock.since ?? Date.now() }
  plan()
}

/** The message is hovered, focused or not visible: its timer is paused (R34). */
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

/** Schedules the end of the message in front: after its own time, or earlier when another one is queued. */
function plan(): void {
  clearTimeout(timeout)
  const [front, next] = queue.get()
  if (clock !== null && clock.id !== front?.id) clock = null
  if (clock === null || clock.since === null) return
  const { id, left, shown, since } = clock
  const rest = next === undefined ? left : Math.min(left, shownAtLeast(front) - shown)
  timeout = setTimeout(() => closePopup(id), Math.max(0, rest - (Date.now() - since)))
}
