import { expect, it } from 'vitest'
import { DEFAULT_POLICY, policyFor, policyIf, policyLeave, policySend, policyWords } from './return-policy.ts'

it('says of the policy of the specification what pages say by themselves', () => {
  expect(policyWords(DEFAULT_POLICY)).toEqual({ policyIf, policyLeave, policySend })
})

it.each([
  [
    { unused: true, packaging: true, proof: false },
    ' if the item is unused and in its original packaging',
    'unused and in its original packaging',
    'unused and in its original packaging',
  ],
  [
    { unused: true, packaging: false, proof: true },
    ' if the item is unused, with proof of purchase',
    'unused',
    'unused and with your proof of purchase',
  ],
  [
    { unused: false, packaging: true, proof: true },
    ' if the item is in its original packaging, with proof of purchase',
    'in its original packaging',
    'in its original packaging and with your proof of purchase',
  ],
  [
    { unused: false, packaging: false, proof: true },
    ' if the item comes with proof of purchase',
    'as is',
    'with your proof of purchase',
  ],
  [{ unused: false, packaging: false, proof: false }, '', 'as is', 'well packed'],
])('of %o it says%s', (conditions, ifWords, leave, send) => {
  expect(policyWords({ days: 15, ...conditions })).toEqual({ policyIf: ifWords, policyLeave: leave, policySend: send })
})

it('speaks of several items', () => {
  expect(policyWords(DEFAULT_POLICY, 'their').policyLeave).toBe('unused and in their original packaging')
})

it.each([
  ['Changed My Mind', 'unused and in its original packaging'],
  ['Ordered Incorrect Item', 'unused and in its original packaging'],
  ['Defective/Damaged', 'as is'],
  ['Wrong Item Received', 'as is'],
])('a return for the reason %s is left %s', (reason, leave) => {
  expect(policyWords(policyFor(DEFAULT_POLICY, reason)).policyLeave).toBe(leave)
})
