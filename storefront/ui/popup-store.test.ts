import { beforeEach, describe, expect, it } from 'vitest'
import { closePopup, type Popup, popupQueue, showPopup } from './popup-store.ts'

function buildPopup(overrides: Partial<Popup> = {}): Popup {
  return { kind: 'info', text: 'Max 3 items allowed', timer: null, button: 'Close', ...overrides }
}

const texts = () => popupQueue.get().map((popup) => popup.text)

function closeFirst(): void {
  const [first] = popupQueue.get()
  if (first) closePopup(first.id)
}

describe('popups come one at a time (R34)', () => {
  beforeEach(() => {
    while (popupQueue.get().length > 0) closeFirst()
  })

  it('the limit message follows the confirmation (R41)', () => {
    showPopup(buildPopup({ kind: 'success', text: 'Product added to cart.' }))
    showPopup(buildPopup())
    expect(texts()).toEqual(['Product added to cart.', 'Max 3 items allowed'])
    closeFirst()
    expect(texts()).toEqual(['Max 3 items allowed'])
  })

  it('words that wait already are not queued twice', () => {
    showPopup(buildPopup({ text: 'first' }))
    for (let click = 0; click < 5; click += 1) showPopup(buildPopup())
    expect(texts()).toEqual(['first', 'Max 3 items allowed'])
  })

  it('the same words under another title are another message', () => {
    showPopup(buildPopup({ text: 'first' }))
    showPopup(buildPopup({ title: 'Login Failed' }))
    showPopup(buildPopup({ title: 'Registration Failed' }))
    expect(texts()).toHaveLength(3)
  })

  it('a closed one says so once, when it is out of the queue already', () => {
    const seen: number[] = []
    showPopup(buildPopup({ onClosed: () => seen.push(popupQueue.get().length) }))
    const [popup] = popupQueue.get()
    if (popup) closePopup(popup.id)
    if (popup) closePopup(popup.id)
    expect(seen).toEqual([0])
  })
})
