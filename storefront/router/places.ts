import { asNumber, asRecord } from '@shop/contract/http/coercion'
import { readTabStored, writeTabStored } from '../data/storage.ts'

/** Session storage key: the pixels that each history entry was scrolled down, by its key. */
const STORAGE_KEY = 'places'
const MOST_ENTRIES = 50

/** Of an entry that the browser refused to give one. */
export const NO_KEY = 'default'

/** Set on what shows more when it comes near the window, such as the end of a long list. */
export const GROWS_ATTRIBUTE = { 'data-grows': '' }

let places: Map<string, number> | null = null
/** Whether a page is being scrolled to its place; until then its position says nothing. */
let isReturning = false
let isFirst = true

function knownPlaces(): Map<string, number> {
  places ??= new Map(
    Object.entries(asRecord(readTabStored(STORAGE_KEY)) ?? {}).map(([key, top]) => [key, asNumber(top) ?? 0]),
  )
  return places
}

/** Remembers how far the page of a history entry is scrolled. */
export function notePlace(key: string): void {
  if (isReturning || key === NO_KEY) return
  const known = knownPlaces()
  known.delete(key)
  known.set(key, Math.round(window.scrollY))
  for (const oldest of [...known.keys()].slice(0, -MOST_ENTRIES)) known.delete(oldest)
}

/** Called with the next entry before its page is there: scrolling is of the page before until then. */
export function expectReturn(key: string): void {
  isReturning = knownPlaces().has(key)
}

/** For the next document of this tab. */
export function storePlaces(): void {
  writeTabStored(STORAGE_KEY, Object.fromEntries(knownPlaces()))
}

/**
 * Scrolls a page to which one returned to where one was; `null` for any other page. Browsers do so only with what the page has at once; after a
 * reload its data and code come later. Ends when the place is reached or the visitor scrolls. Returns how to end it.
 */
export function returnToPlace(key: string | null): () => void {
  const top = key === null ? undefined : knownPlaces().get(key)
  const isLoad = isFirst
  isFirst = false
  isReturning = false
  if (top === undefined || (isLoad && isScrolledByVisitor())) return () => {}

  isReturning = true
  const observer = new ResizeObserver(approach)
  const events = ['wheel', 'touchmove', 'keydown', 'pointerdown']
  for (const event of events) window.addEventListener(event, end, { passive: true })
  observer.observe(document.body)
  approach()

  function approach(): void {
    if (top === undefined || !isReturning) return
    if (top <= lowestTop()) {
      window.scrollTo({ top, behavior: 'instant' })
      end()
    } else document.querySelector('[data-grows]')?.scrollIntoView({ block: 'end', behavior: 'instant' })
  }

  function end(): void {
    isReturning = false
    observer.disconnect()
    for (const event of events) window.removeEventListener(event, end)
  }
  return end
}

/** Between the top and the end of what has come so far, where a browser may have scrolled to. */
function isScrolledByVisitor(): boolean {
  return window.scrollY > 0 && window.scrollY < lowestTop() - 1
}

function lowestTop(): number {
  return document.documentElement.scrollHeight - window.innerHeight
}
