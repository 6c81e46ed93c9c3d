import { asRecord } from '@shop/contract/http/coercion'
import figtree from '../../fonts/figtree.woff2?url'
import {
  CARD_FIELDS,
  type CardField,
  type CardFieldState,
  type PaymentFields,
  type PaymentFieldsOptions,
  textStyleOf,
} from './payment-fields.ts'

const READY_TIMEOUT_MS = 20_000

export const CARD_NOTE = 'These card fields are for testing: nothing you type here is saved or sent.'

/** The sandbox for shops without a payment provider: the same frames and behavior, stores nothing (R21). */
export async function createPaymentFields(options: PaymentFieldsOptions): Promise<PaymentFields> {
  const { containers, labels, onState } = options
  const frames = new Map(CARD_FIELDS.map((field) => [field, buildFrame(field, labels[field])]))
  const waiting = new Set<CardField>(CARD_FIELDS)
  const ready = { resolve: () => {}, reject: (_: Error) => {} }
  const loaded = new Promise<void>((resolve, reject) => Object.assign(ready, { resolve, reject }))
  const timeout = setTimeout(() => ready.reject(new Error('the card frames did not load')), READY_TIMEOUT_MS)

  function post(field: CardField, message: object): void {
    frames.get(field)?.contentWindow?.postMessage(message, window.location.origin)
  }

  function handleMessage(event: MessageEvent<unknown>): void {
    const field = CARD_FIELDS.find((name) => frames.get(name)?.contentWindow === event.source)
    if (field === undefined || event.origin !== window.location.origin) return
    const message = parseMessage(event.data)
    if (message === null) return
    if (message.type === 'ready') {
      post(field, { type: 'style', ...textStyleOf(containers[field]), fontUrl: figtree })
      waiting.delete(field)
      if (waiting.size === 0) ready.resolve()
    }
    onState(field, message.state)
  }

  function teardown(): void {
    clearTimeout(timeout)
    window.removeEventListener('message', handleMessage)
    for (const frame of frames.values()) frame.remove()
  }

  window.addEventListener('message', handleMessage)
  for (const [field, frame] of frames) containers[field].append(frame)
  try {
    await loaded
  } catch (error) {
    teardown()
    throw error
  }
  clearTimeout(timeout)
  return {
    focus: (field) => post(field, { type: 'focus' }),
    setError: (field, message) => post(field, { type: 'error', message }),
    teardown,
    paying: null,
  }
}

function buildFrame(field: CardField, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = `/card-frame.html?field=${field}`
  frame.title = title
  frame.className = 'block size-full'
  return frame
}

function parseMessage(data: unknown): { type: 'ready' | 'state'; state: CardFieldState } | null {
  const message = asRecord(data)
  const state = asRecord(message?.state)
  const type = message?.type
  if (message?.source !== 'card-frame' || state === null || (type !== 'ready' && type !== 'state')) return null
  return {
    type,
    state: {
      isEmpty: state.isEmpty === true,
      isValid: state.isValid === true,
      isFocused: state.isFocused === true,
    },
  }
}
