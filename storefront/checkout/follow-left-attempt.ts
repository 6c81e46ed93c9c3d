import { placingCalls } from '@shop/contract/placing'
import type { Api } from '../data/api.tsx'
import { LATEST_ORDER_KEY, writeStored } from '../data/storage.ts'
import { currentAttempt } from './attempt.ts'
import { endPlaced } from './ordered-items.ts'
import { followAttempt, outcomeOf, outcomeOfError } from './outcome.ts'

type Left = { api: Pick<Api, 'call'>; owner: string; isLeft: () => boolean }

/** Follows the visitor's open attempt outside of the checkout. Only a placed order ends it: the checkout tells all else. */
export async function followLeftAttempt({ api, owner, isLeft }: Left): Promise<void> {
  const attempt = currentAttempt(owner)
  if (!attempt?.isOpen) return
  const { key } = attempt
  const outcome = await followAttempt({
    look: () => api.call(placingCalls.getPlacement, { params: { key } }).then(outcomeOf, outcomeOfError),
    resend: null,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isLeft,
    onNumber: () => undefined,
  })
  if (outcome?.name !== 'placed' || currentAttempt(owner)?.key !== key) return
  writeStored(LATEST_ORDER_KEY, JSON.stringify(outcome.order))
  endPlaced(attempt, outcome.order)
}
