import { expect, test } from 'vitest'
import { isLostDispute, isOpenDispute } from './disputes.ts'

const STATUSES = ['open', 'disputed', 'under_review', 'won', 'lost', 'accepted', 'auto_accepted', 'expired']

test('the bank keeps what was lost, accepted or not answered, and may still take what is not decided', () => {
  const of = (check: typeof isLostDispute, kind: string | null) => STATUSES.filter((status) => check({ kind, status }))
  expect(of(isLostDispute, 'chargeback')).toEqual(['lost', 'accepted', 'auto_accepted', 'expired'])
  expect(of(isOpenDispute, null)).toEqual(['open', 'disputed', 'under_review'])
  expect([of(isLostDispute, 'retrieval'), of(isOpenDispute, 'retrieval')]).toEqual([[], []])
})
