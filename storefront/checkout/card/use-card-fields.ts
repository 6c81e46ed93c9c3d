import { CARD_PROVIDERS, type CardProvider, type ClientToken, paymentCalls } from '@shop/contract/payments/calls'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Api, useApi } from '../../data/api.tsx'
import { POPUP_TIMER_MS, showPopup } from '../../popups/popup-store.ts'
import { useOnChange } from '../../ui/effects.ts'
import { useInView } from '../../ui/in-view.tsx'
import {
  CARD_FIELDS,
  type CardErrors,
  type CardField,
  cardErrorsAfterState,
  NO_CARD_ERRORS,
  type PaymentFields,
  type PaymentFieldsModule,
  type PaymentFieldsOptions,
} from './payment-fields.ts'

export const CARD_LABELS = {
  number: 'Card number',
  expirationDate: 'Expiration, MM/YY',
  cvv: 'CVV',
} as const satisfies Record<CardField, string>

const FIELD_MODULES: Readonly<Record<CardProvider, () => Promise<PaymentFieldsModule>>> = {
  braintree: () => import('./braintree-fields.ts'),
  sandbox: () => import('./sandbox-fields.ts'),
}

/** Result of creating the fields. `unavailable`: no client token, which is logged only (section 8). */
export type CardStatus =
  | { name: 'waiting' | 'unavailable' }
  | { name: 'ready'; note: string }
  | { name: 'failed'; message: string }

export type CardFields = ReturnType<typeof useCardFields>

/**
 * The payment provider's card fields (R21): the token is requested at once, the provider's code comes, once, when `section` is
 * near the window. It contains an empty element
 * with `data-card-field` for each.
 *
 * @param errorsAfterState another rule than that of paused orders: cards are charged
 */
export function useCardFields(errorsAfterState = cardErrorsAfterState) {
  const api = useApi()
  const section = useRef<HTMLElement>(null)
  const near = useInView(section)
  const isOpen = errorsAfterState !== cardErrorsAfterState
  const fields = useRef<PaymentFields>(null)
  const [status, setStatus] = useState<CardStatus>({ name: 'waiting' })
  const [errors, setErrors] = useState(NO_CARD_ERRORS)
  const [retries, setRetries] = useState(0)

  const token = useRef<Promise<ClientToken | null>>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry needs another token
  useEffect(() => {
    const leaving = new AbortController()
    token.current = fetchClientToken(api, leaving.signal)
    return () => leaving.abort()
  }, [api, retries])

  useEffect(() => {
    if (!near || section.current === null || token.current === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    const onState: PaymentFieldsOptions['onState'] = (field, state) => {
      if (!signal.aborted) setErrors((before) => errorsAfterState(before, field, state))
    }
    const making = { token: token.current, section: section.current, signal, onState, isOpen, retries }
    void makeFields(making).then(({ made, status }) => {
      if (leaving.signal.aborted) return made?.teardown()
      fields.current = made
      setStatus(status)
    })
    return () => {
      leaving.abort()
      fields.current?.teardown()
      fields.current = null
    }
  }, [near, retries, isOpen, errorsAfterState])

  useFrameErrors(fields, errors)
  return {
    ...errors,
    isOpen,
    setErrors,
    section,
    near,
    fields,
    status,
    focus: (field: CardField) => fields.current?.focus(field),
    retry: () => {
      setStatus({ name: 'waiting' })
      setRetries(retries + 1)
    },
  }
}

type MakingFields = Pick<PaymentFieldsOptions, 'onState' | 'isOpen'> & {
  token: Promise<ClientToken | null>
  section: HTMLElement
  signal: AbortSignal
  retries: number
}

async function makeFields(making: MakingFields): Promise<{ made: PaymentFields | null; status: CardStatus }> {
  const { section, signal, onState, isOpen, retries } = making
  const token = await making.token
  if (token === null || signal.aborted) return { made: null, status: { name: 'unavailable' } }
  const { clientToken, provider } = token
  const containers = {
    number: boxIn(section, 'number'),
    expirationDate: boxIn(section, 'expirationDate'),
    cvv: boxIn(section, 'cvv'),
  }
  try {
    const { CARD_NOTE, createPaymentFields } = await FIELD_MODULES[provider]()
    const made = await createPaymentFields({ clientToken, containers, labels: CARD_LABELS, onState, isOpen })
    return { made, status: { name: 'ready', note: CARD_NOTE } }
  } catch (error) {
    // Frames of a provider that failed halfway would prevent a retry.
    for (const box of Object.values(containers)) box.replaceChildren()
    const message = `Error creating ${CARD_PROVIDERS[provider]} client.`
    if (!signal.aborted) {
      console.info(`The card fields could not be made, after ${retries} retries`, error)
      showPopup({ kind: 'error', text: message, timer: POPUP_TIMER_MS, button: 'Close' })
    }
    return { made: null, status: { name: 'failed', message } }
  }
}

/** The client token for card fields; `null` without one. An empty one or a failure is logged only (R21). */
export async function fetchClientToken(api: Api, signal: AbortSignal) {
  try {
    const token = await api.call(paymentCalls.getClientToken, {}, { signal })
    if (token === null) console.info('The client token is empty')
    return token
  } catch (error) {
    if (!signal.aborted) console.info('The client token could not be loaded', error)
    return null
  }
}

function boxIn(section: HTMLElement, field: CardField): HTMLElement {
  const box = section.querySelector<HTMLElement>(`[data-card-field="${field}"]`)
  if (box === null) throw new Error(`the form has no box for ${field}`)
  return box
}

function useFrameErrors(fields: RefObject<PaymentFields | null>, { errors }: CardErrors): void {
  useOnChange(errors, (before) => {
    for (const field of CARD_FIELDS) {
      if (before[field] !== errors[field]) fields.current?.setError(field, errors[field] ?? null)
    }
  })
}
