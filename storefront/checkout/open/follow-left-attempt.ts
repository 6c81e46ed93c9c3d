import { placingCalls } from '@shop/contract/checkout/calls'
import { ownerOf } from '../../accounts/personal-data.ts'
import type { Visitor } from '../../accounts/session-store.ts'
import type { Api } from '../../data/api.tsx'
import { LATEST_ORDER_KEY, writeStored } from '../../data/storage.ts'
import { currentAttempt } from './attempt.ts'
import { endPlaced } from './ordered-items.ts'
import { followAttempt, type Outcome, outcomeOf, outcomeOfError } from './outcome.ts'

type Left = {
  api: Pick<Api, 'call'>
  visitor: Pick<Visitor, 'user' | 'restored'>
  pathname: string
  /** Whether this page was left. */
  isLeft: () => boolean
  wait?: (ms: number) => Promise<void>
}

/** How much less often is looked after the first minute. */
const LATER_WAIT_FACTOR = 15

/**
 * Follows the visitor's open attempt on a page that is not the checkout, which does it itself. Only a placed order ends the
 * attempt: the checkout tells all else.
 */
export async function followLeftAttempt({ api, visitor, pathname, isLeft, wait = sleep }: Left): Promise<void> {
  if (!visitor.restored || pathname === '/checkout') return
  const owner = ownerOf(visitor)
  const attempt = currentAttempt(owner)
  if (!attempt?.isOpen) return
  const { key } = attempt
  const isOver = () => isLeft() || currentAttempt(owner)?.key !== key
  let outcome: Outcome | null = null
  for (let slower = 1; outcome === null && !isOver(); slower = LATER_WAIT_FACTOR) {
    outcome = await followAttempt({
      look: () => api.call(placingCalls.getPlacement, { params: { key } }).then(outcomeOf, outcomeOfError),
      resend: null,
      wait: (ms) => wait(ms * slower),
      isLeft: isOver,
      onNumber: () => undefined,
    })
  }
  if (outcome?.name !== 'placed' || currentAttempt(owner)?.key !== key) return
  writeStored(LATEST_ORDER_KEY, JSON.stringify(outcome.order))
  endPlaced(attempt, outcome.order)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
