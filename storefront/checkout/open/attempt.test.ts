import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginAttempt, currentAttempt, endAttempt, saveAttempt } from './attempt.ts'

const GUEST = 'guest'
const ADA = 'customer 7'

function buildStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

const localStorage = buildStorage()

/** A tab of the browser; tabs have local storage in common. */
function openTab(): void {
  vi.stubGlobal('window', { localStorage, sessionStorage: buildStorage() })
}

beforeEach(openTab)

afterEach(() => {
  endAttempt()
  vi.unstubAllGlobals()
})

test('a second tab goes on with the same key', () => {
  const { key } = beginAttempt(GUEST)
  openTab()
  expect(beginAttempt(GUEST).key).toBe(key)
})

test('a guest who signs in while the payment is checked goes on with it, and a press has the same key', () => {
  const { key } = beginAttempt(GUEST)
  expect(currentAttempt(ADA)).toMatchObject({ key, isOpen: true })
  expect(beginAttempt(ADA)).toMatchObject({ key, owner: ADA })
})

test('a customer who signs in in another tab does not see what a guest ordered', () => {
  const { key } = beginAttempt(GUEST)
  openTab()
  expect(currentAttempt(ADA)).toBeNull()
  expect(beginAttempt(ADA).key).not.toBe(key)
})

test('a customer does not continue a press of a guest that surely made no order', () => {
  saveAttempt({ ...beginAttempt(GUEST), isOpen: false })
  expect(currentAttempt(ADA)).toBeNull()
})

test("a guest and another customer do not go on with a customer's press", () => {
  beginAttempt(ADA)
  expect([currentAttempt(GUEST), currentAttempt('customer 8')]).toEqual([null, null])
})

test('where the browser denies its storage, the page itself knows the attempt', () => {
  vi.stubGlobal('window', {})
  const { key } = beginAttempt(GUEST)
  expect([currentAttempt(GUEST)?.key, currentAttempt(ADA)?.key]).toEqual([key, key])
})
