import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  closePopup,
  closePopupsOfPage,
  MIN_SHOWN_MS,
  type Popup,
  pausePopupTimer,
  popupQueue,
  showPopup,
  startPopupTimer,
} from './popup-store.ts'

function buildPopup(overrides: Partial<Popup> = {}): Popup {
  return { kind: 'info', text: 'Max 3 items allowed', timer: 4000, button: 'Close', ...overrides }
}

const ADDED = buildPopup({ kind: 'success', text: 'Product added to cart.' })

const texts = () => popupQueue.get().map((popup) => popup.text)

function closeFirst(): void {
  const [first] = popupQueue.get()
  if (first) closePopup(first.id)
}

/** Simulates the page: the timer starts when a popup is rendered. */
function startDrawing(): () => void {
  let drawn = 0
  return popupQueue.subscribe(() => {
    const id = popupQueue.get()[0]?.id ?? 0
    if (id !== drawn) queueMicrotask(() => startPopupTimer(id))
    drawn = id
  })
}

let stopDrawing = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  while (popupQueue.get().length > 0) closeFirst()
  stopDrawing = startDrawing()
})

afterEach(() => {
  stopDrawing()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

it('popups come one at a time (R34): a single message is shown for its own time', async () => {
  showPopup(buildPopup())
  await pass(3900)
  expect(texts()).toHaveLength(1)
  await pass(200)
  expect(texts()).toEqual([])
})

it('popups come one at a time (R34): a message with a minimum time is not replaced earlier', async () => {
  showPopup(buildPopup({ text: 'Some items were adjusted', timer: 3000, shownAtLeast: 3000 }))
  showPopup(buildPopup({ text: 'A quantity of 0' }))
  await pass(2900)
  expect(texts()).toEqual(['Some items were adjusted', 'A quantity of 0'])
  await pass(200)
  expect(texts()).toEqual(['A quantity of 0'])
})

it('popups come one at a time (R34): the confirmation is replaced by the limit message after a second, which is shown for 4 s (R41)', async () => {
  showPopup(ADDED)
  showPopup(buildPopup())
  await pass(MIN_SHOWN_MS - 100)
  expect(texts()).toEqual(['Product added to cart.', 'Max 3 items allowed'])
  await pass(200)
  expect(texts()).toEqual(['Max 3 items allowed'])
  await pass(3700)
  expect(texts()).toEqual(['Max 3 items allowed'])
  await pass(300)
  expect(texts()).toEqual([])
})

it('popups come one at a time (R34): the second counts from the click that reached the limit, however many came before', async () => {
  showPopup(ADDED)
  await pass(3000)
  showPopup(ADDED)
  showPopup(buildPopup())
  await pass(900)
  expect(texts()[0]).toBe('Product added to cart.')
  await pass(200)
  expect(texts()).toEqual(['Max 3 items allowed'])
})

it('popups come one at a time (R34): a message that is shown is not queued again: its timer restarts, and it is announced again', async () => {
  const first = showPopup(ADDED)
  await pass(3000)
  for (let click = 0; click < 5; click += 1) expect(showPopup(ADDED)).toBe(first)
  expect(popupQueue.get()).toMatchObject([{ id: first, shown: 6 }])
  await pass(3900)
  expect(texts()).toEqual(['Product added to cart.'])
  await pass(200)
  expect(texts()).toEqual([])
})

it('popups come one at a time (R34): a message that is queued is not queued again', () => {
  showPopup(ADDED)
  for (let click = 0; click < 5; click += 1) showPopup(buildPopup())
  expect(texts()).toEqual(['Product added to cart.', 'Max 3 items allowed'])
})

it('popups come one at a time (R34): the same text with another title is another message', () => {
  showPopup(ADDED)
  showPopup(buildPopup({ title: 'Login Failed' }))
  showPopup(buildPopup({ title: 'Registration Failed' }))
  expect(texts()).toHaveLength(3)
})

it('popups come one at a time (R34): a modal message is not replaced', async () => {
  showPopup(buildPopup({ timer: null }))
  showPopup(ADDED)
  await pass(60_000)
  expect(texts()).toEqual(['Max 3 items allowed', 'Product added to cart.'])
})

it('popups come one at a time (R34): onClosed is called once, after the message was removed', () => {
  const seen: number[] = []
  showPopup(buildPopup({ onClosed: () => seen.push(popupQueue.get().length) }))
  const [popup] = popupQueue.get()
  if (popup) closePopup(popup.id)
  if (popup) closePopup(popup.id)
  expect(seen).toEqual([0])
})

it('the time of a popup begins when it is drawn, not before', async () => {
  stopDrawing()
  const id = showPopup(buildPopup())
  await pass(10_000)
  expect(texts()).toHaveLength(1)
  startPopupTimer(id)
  await pass(4100)
  expect(texts()).toEqual([])
})

it('the time of a popup is paused while it is held, with at least half a second left (R34)', async () => {
  const id = showPopup(buildPopup())
  await pass(3900)
  pausePopupTimer(id)
  showPopup(ADDED)
  await pass(20_000)
  expect(texts()).toHaveLength(2)
  startPopupTimer(id)
  await pass(400)
  expect(texts()).toHaveLength(2)
  await pass(200)
  expect(texts()).toEqual(['Product added to cart.'])
})

it('the time of a popup is extended to its own time when no message is queued', async () => {
  showPopup(ADDED)
  const waiting = showPopup(buildPopup())
  await pass(500)
  closePopup(waiting)
  await pass(3400)
  expect(texts()).toEqual(['Product added to cart.'])
  await pass(200)
  expect(texts()).toEqual([])
})

it("a visitor who goes on to another page (R34): loses the page's messages, shown or queued, but not the confirmation", () => {
  const closed = vi.fn()
  showPopup({ ...ADDED, staysOnNavigation: true })
  showPopup(buildPopup({ onClosed: closed }))
  closePopupsOfPage()
  expect(texts()).toEqual(['Product added to cart.'])
  expect(closed).toHaveBeenCalledOnce()
})
