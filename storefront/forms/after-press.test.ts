import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { afterPress, watchPresses } from './after-press.ts'

let page: EventTarget
let unwatch: () => void
let shown: string[]

beforeEach(() => {
  page = new EventTarget()
  unwatch = watchPresses(page)
  shown = []
})
afterEach(() => unwatch())

const send = (type: string) => page.dispatchEvent(new Event(type))
const show = (text: string) => afterPress(() => shown.push(text))

test('shows at once what comes while nothing is pressed', () => {
  show('error')
  expect(shown).toEqual(['error'])
})

test.each(['pointerup', 'pointercancel'])(
  'waits for %s and for the click that follows, and shows once',
  async (end) => {
    send('pointerdown')
    show('first')
    show('second')
    expect(shown).toEqual([])
    send(end)
    send('click')
    expect(shown).toEqual([])
    await wait(0)
    expect(shown).toEqual(['first', 'second'])
    send('pointerdown')
    send(end)
    await wait(0)
    expect(shown).toEqual(['first', 'second'])
  },
)

test('shows at once again after a press', () => {
  send('pointerdown')
  send('pointerup')
  show('error')
  expect(shown).toEqual(['error'])
})

test('follows a page only while it watches it', () => {
  unwatch()
  send('pointerdown')
  show('error')
  expect(shown).toEqual(['error'])
})
