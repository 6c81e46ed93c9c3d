import { dollars, formatMoney } from '@shop/contract/money'
import { type LinkPayment, type PayByLinkRequest, type PayLink, payLinkCalls } from '@shop/contract/pay-links/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../data/api.tsx'
import type { useCard } from '../card/use-card.ts'
import { newKey } from '../open/attempt.ts'
import { NO_NOTICE, type Notice } from '../open/notice.ts'
import { followAttempt, type Outcome, outcomeOfError } from '../open/outcome.ts'
import { payLinkQuery } from './pay-link.queries.ts'

type Phase = { name: 'form'; notice: Notice } | { name: 'sending' | 'checking' | 'paid' }

export type PayingByLink = ReturnType<typeof usePayByLink>

const NO_TOKEN = 'We couldn’t read your card, and you weren’t charged. Please check it and click Pay Now again.'
const NOT_RECEIVED = 'Your payment didn’t reach us, and you weren’t charged. Please click Pay Now again.'
const NOT_KNOWN = 'We can’t tell yet whether you were charged. Please reload this page before you pay.'
const NOT_PAID = 'Your payment didn’t go through, and you weren’t charged. Please try again.'
const PAY_AGAIN = 'You weren’t charged. Click Pay Now to pay the new total.'

/**
 * Pays the order of a link and finds out what became of it. A lost answer is asked for with the same key. Nothing is stored
 * for a reload: the shop asks for one payment of an order at a time, and says so when its link is opened in the meantime.
 */
export function usePayByLink(token: string, link: PayLink) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [phase, setPhase] = useState<Phase>(() => ({ name: 'form', notice: changedSince(link) }))
  const [wasChecking, setWasChecking] = useState(false)
  const key = useRef<string>(null)
  const mounted = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    mounted.current = controller
    return () => controller.abort()
  }, [])
  if (link.state === 'checking' && !wasChecking) setWasChecking(true)

  const rest = (notice: Notice) => setPhase({ name: 'form', notice })
  const say = (message: string) => rest({ ...NO_NOTICE, messages: [message] })
  const look = () => queryClient.fetchQuery({ ...payLinkQuery(api, token), staleTime: 0, retry: false })

  async function pay(card: ReturnType<typeof useCard>, billingZip: string): Promise<void> {
    if (phase.name === 'sending' || link.order === null) return
    setWasChecking(false)
    setPhase({ name: 'sending' })
    const nonce = await card.tokenize(billingZip)
    if (nonce === null) return say(NO_TOKEN)
    key.current ??= newKey()
    const total = dollars(link.order.total_cents)
    const body: PayByLinkRequest = { token, key: key.current, total, billingZip, nonce }
    const send = () => api.call(payLinkCalls.payByLink, { body }).then(outcomeOf, outcomeOfError)
    const first = await send()
    if (first.name !== 'checking' && first.name !== 'unknown') return settle(first, card)
    setPhase({ name: 'checking' })
    const known = await followAttempt({
      look: send,
      resend: null,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      isLeft: () => mounted.current?.signal.aborted === true,
      onNumber: () => {},
    })
    await settle(known ?? { name: 'unknown' }, card)
  }

  async function settle(outcome: Outcome, card: ReturnType<typeof useCard>): Promise<void> {
    if (outcome.name === 'declined' || outcome.name === 'ended') {
      key.current = null
      card.clear()
    }
    const now = await look().catch(() => null)
    if (outcome.name === 'placed') return setPhase({ name: 'paid' })
    if (outcome.name === 'changed') return rest(changeNotice(link, now))
    if (outcome.name === 'unknown' || outcome.name === 'checking') return say(now === null ? NOT_KNOWN : NOT_RECEIVED)
    say('message' in outcome ? outcome.message : NOT_RECEIVED)
  }

  const isFailed = phase.name === 'form' && wasChecking && link.state === 'open'
  const shown: Phase = isFailed ? { name: 'form', notice: { ...NO_NOTICE, messages: [NOT_PAID] } } : phase
  return { phase: shown, pay, say }
}

function outcomeOf(result: LinkPayment): Outcome {
  return result.status === 'paid' ? { name: 'placed', order: {} } : { name: 'checking', number: result.number }
}

/** That the order comes to another sum than when its link was sent. */
function changedSince({ asked_cents, order }: PayLink): Notice {
  if (order === null || order.total_cents === asked_cents) return NO_NOTICE
  const was = `Your order has changed since we sent you this link: the total was ${formatMoney(asked_cents)} and is now ${formatMoney(order.total_cents)}.`
  return { ...NO_NOTICE, messages: [was] }
}

function changeNotice(before: PayLink, now: PayLink | null): Notice {
  const [was, due] = [before.order, now?.order ?? null]
  if (was === null || due === null) {
    return { ...NO_NOTICE, messages: ['The order has changed, and you weren’t charged.'] }
  }
  return {
    ...NO_NOTICE,
    messages: ['The order has changed.'],
    before: { items: [], ...dueSums(was) },
    next: was.total_cents === due.total_cents ? null : PAY_AGAIN,
  }
}

/** The sums of an order by a link, as far as they change without its lines. */
export function dueSums({ total_cents, delivery_cents, tax_cents }: NonNullable<PayLink['order']>) {
  const parts = [
    { name: 'Delivery', cents: delivery_cents },
    { name: 'Sales tax', cents: tax_cents },
  ]
  return { total: total_cents, parts }
}
