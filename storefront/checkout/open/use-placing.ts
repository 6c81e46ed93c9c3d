import { placingCalls } from '@shop/contract/checkout/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ownerOf } from '../../accounts/personal-data.ts'
import { currentVisitor } from '../../accounts/session-store.ts'
import { type Api, useApi } from '../../data/api.tsx'
import { LATEST_ORDER_KEY, writeStored } from '../../data/storage.ts'
import { forwardedState } from '../../links/shop-link.tsx'
import { locationNow, useNavigate } from '../../router/router.tsx'
import { acceptChanges } from './accept-changes.ts'
import { type Attempt, beginAttempt, currentAttempt, endAttempt, noteNumber, saveAttempt } from './attempt.ts'
import { NO_NOTICE, type Notice, noticeOfOutcome } from './notice.ts'
import { lineChanges, orderRequest } from './order-request.ts'
import { endPlaced } from './ordered-items.ts'
import { type Detail, followAttempt, type Outcome, outcomeOf, outcomeOfError } from './outcome.ts'
import type { CodedCheckout } from './use-discount-code.ts'

export type Phase =
  | { name: 'form'; notice: Notice }
  | { name: 'sending' }
  | { name: 'checking'; number: string | null; isLate: boolean }
  | { name: 'placed'; number: string }

export type Paying = {
  checkout: CodedCheckout
  /** Makes a token of the card; `null` when the card cannot be read, which is shown beside it. */
  tokenize: () => Promise<string | null>
  billingZip: string
  clearCard: () => void
  /** Called when something of the order has changed: what a discount code takes off may have, too. */
  renewCode: (details: readonly Detail[]) => Promise<void>
  showPaused: () => void
  /** Called before the cart is emptied: the checkout stays until the confirmation takes its place. */
  onPlaced: (isPlaced: true) => void
}

const NO_TOKEN = 'We couldn’t read your card, and you weren’t charged. Please check it and click Pay Now again.'

/** Sends orders and finds out what became of them. A key that is not final is continued, also after a reload. */
export function usePlacing(paying: Paying) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const owner = ownerOf(currentVisitor())
  const [phase, setPhase] = useState<Phase>(() => firstPhase(currentAttempt(owner)))
  const isBusy = useRef(false)
  const mounted = useRef<AbortController>(null)

  const showSummary = (replace: boolean) =>
    navigate('/order-summary', { replace, state: forwardedState(locationNow().state) })
  const leave = useEffectEvent(() => {
    // An order that another tab has found empties the cart, and this checkout with it.
    if (phase.name === 'checking' && currentAttempt(owner) === null) showSummary(true)
  })
  const resume = useEffectEvent((attempt: Attempt) => void follow(attempt, null))
  useEffect(() => {
    mounted.current = new AbortController()
    const attempt = currentAttempt(owner)
    if (attempt?.isOpen) resume(attempt)
    return () => {
      mounted.current?.abort()
      leave()
    }
  }, [owner])

  async function pay(): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setPhase({ name: 'sending' })
    const attempt = beginAttempt(owner)
    const nonce = await paying.tokenize()
    if (nonce === null) return rest(attempt, { ...NO_NOTICE, messages: [NO_TOKEN] })
    const body = orderRequest(paying.checkout, { key: attempt.key, nonce, billingZip: paying.billingZip })
    const outcome = await send(api, body)
    if (outcome.name === 'checking') noteNumber(attempt, outcome.number)
    if (['checking', 'unknown', 'missing'].includes(outcome.name)) await follow(attempt, () => send(api, body))
    else await settle(attempt, outcome)
  }

  async function follow(attempt: Attempt, resend: (() => Promise<Outcome>) | null): Promise<void> {
    isBusy.current = true
    const show = (isLate: boolean) =>
      setPhase({ name: 'checking', number: currentAttempt(owner)?.number ?? attempt.number, isLate })
    show(false)
    const outcome = await followAttempt({
      look: () => api.call(placingCalls.getPlacement, { params: { key: attempt.key } }).then(outcomeOf, outcomeOfError),
      resend,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      isLeft: () => mounted.current?.signal.aborted === true,
      onNumber: (number) => {
        noteNumber(attempt, number)
        show(false)
      },
    })
    if (outcome !== null) return settle(attempt, outcome)
    isBusy.current = false
    show(true)
  }

  async function settle(attempt: Attempt, outcome: Outcome): Promise<void> {
    if (outcome.name === 'placed') {
      const isLeft = mounted.current?.signal.aborted === true
      const isStored = finish(attempt, outcome.order, (number) => {
        setPhase({ name: 'placed', number })
        paying.onPlaced(true)
      })
      if (isStored) showSummary(!isLeft)
      return
    }
    if (outcome.name === 'paused') {
      rest(attempt, NO_NOTICE)
      return paying.showPaused()
    }
    const isLeft = outcome.name !== 'changed' || (await accept({ api, queryClient }, paying, outcome.details))
    const notice = noticeOfOutcome(outcome, { ...paying, isLeft })
    if (!isFinal(outcome)) return rest(attempt, notice)
    endAttempt()
    if (outcome.name !== 'changed') paying.clearCard()
    showForm(notice)
  }

  /** The shop has no order of this key; the next press sends it again. */
  function rest(attempt: Attempt, notice: Notice): void {
    saveAttempt({ ...attempt, isOpen: false })
    showForm(notice)
  }

  function showForm(notice: Notice): void {
    isBusy.current = false
    setPhase({ name: 'form', notice })
  }

  const checkAgain = () => {
    const attempt = currentAttempt(owner)
    if (attempt !== null) void follow(attempt, null)
  }
  return { phase, pay: () => void pay(), checkAgain }
}

function firstPhase(attempt: Attempt | null): Phase {
  return attempt?.isOpen
    ? { name: 'checking', number: attempt.number, isLate: false }
    : { name: 'form', notice: NO_NOTICE }
}

const send = (api: Api, body: ReturnType<typeof orderRequest>): Promise<Outcome> =>
  api.call(placingCalls.placeOrder, { body }, { token: currentVisitor().token }).then(outcomeOf, outcomeOfError)

/** Whether the order's key has ended; otherwise the next press continues it. */
const isFinal = (outcome: Outcome): boolean =>
  outcome.name === 'changed' ? outcome.isFinal : ['declined', 'ended'].includes(outcome.name)

/**
 * Accepts the changes of the order in the cart, and renews the discount code. Resolves to whether something is left of
 * the order.
 */
const accept = (data: Parameters<typeof acceptChanges>[0], paying: Paying, details: readonly Detail[]) =>
  Promise.all([acceptChanges(data, paying.checkout.items, lineChanges(details)), paying.renewCode(details)]).then(
    ([isLeft]) => isLeft,
  )

/**
 * Ends the attempt of a placed order; `show` changes the page before the cart is emptied. Returns whether the
 * confirmation can be shown. It takes the place of the checkout, so Back does not lead to a full one. Its code may take
 * a while to load: after a reload or a closed tab the order has ended and the cart is empty.
 */
function finish(attempt: Attempt, order: Readonly<Record<string, unknown>>, show: (number: string) => void): boolean {
  const isStored = writeStored(LATEST_ORDER_KEY, JSON.stringify(order))
  flushSync(() => show(String(order.orderId)))
  endPlaced(attempt, order)
  return isStored
}
