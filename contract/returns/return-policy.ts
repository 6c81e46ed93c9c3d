import { isShopsError } from './calls.ts'
import { RETURN_DAYS } from './return-days.ts'

export const policy = 'A bag has to suit the back that carries it. If yours doesn’t, return it.'

/** The conditions of a return (section 9), for three sentences: "accepted if …", "leave it …", "send it …". */
export const policyIf = ' if the item is unused and in its original packaging, with proof of purchase'
export const policyLeave = 'unused and in its original packaging'
export const policySend = 'unused, in its original packaging and with your proof of purchase'

/** Days after delivery, and the conditions. */
export type ReturnPolicy = { days: number; unused: boolean; packaging: boolean; proof: boolean }

/** The policy of the specification. */
export const DEFAULT_POLICY: ReturnPolicy = { days: RETURN_DAYS, unused: true, packaging: true, proof: true }

/** The conditions for a reason. Defective or wrong goods need not be unused or in their packaging. */
export function policyFor(policy: ReturnPolicy, reason: string): ReturnPolicy {
  return isShopsError(reason) ? { ...policy, unused: false, packaging: false } : policy
}

export const SHOPS_ERROR =
  'If it arrived defective or isn’t what you ordered, you can return it used and without its packaging.'

export type PolicyWords = { policyIf: string; policyLeave: string; policySend: string }

/** Formats any policy; one without conditions accepts anything. `its` is "their" for several items. */
export function policyWords({ unused, packaging, proof }: ReturnPolicy, its: 'its' | 'their' = 'its'): PolicyWords {
  const states = [...(unused ? ['unused'] : []), ...(packaging ? [`in ${its} original packaging`] : [])]
  const withProof = states.length === 0 ? 'comes with proof of purchase' : ', with proof of purchase'
  const is = `${states.length === 0 ? '' : `is ${inWords(states)}`}${proof ? withProof : ''}`
  const send = [...states, ...(proof ? ['with your proof of purchase'] : [])]
  return {
    policyIf: is === '' ? '' : ` if the item ${is}`,
    policyLeave: states.length === 0 ? 'as is' : inWords(states),
    policySend: send.length === 0 ? 'well packed' : inWords(send),
  }
}

function inWords(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')
}
