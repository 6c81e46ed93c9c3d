import { CallError } from '@shop/contract/http/errors'
import { expect, test } from 'vitest'
import { followAttempt, type Outcome, outcomeOfError } from './outcome.ts'

function answer(status: number, body: object, retryAfter: number | null = null): CallError {
  return new CallError('status', 'failed', { status, serverMessage: 'Because.', retryAfter, body })
}

test.each([
  ['a declined card', answer(402, { error: 'payment_declined' }), 'declined'],
  [
    'a key that is used up',
    answer(503, { error: 'unavailable', details: [{ field: 'key', message: 'No.' }] }),
    'ended',
  ],
  ['paused orders', answer(409, { error: 'orders_paused' }), 'paused'],
  ['another price', answer(409, { error: 'conflict', details: [{ field: 'items.0.price', message: 'x' }] }), 'changed'],
  ['a wrong field', answer(400, { error: 'invalid_request', details: [{ field: 'key', message: 'x' }] }), 'refused'],
  ['a shop that is not available', answer(503, { error: 'unavailable' }), 'refused'],
  ['too many attempts', answer(429, { error: 'rate_limited' }, 600), 'refused'],
  ['an unknown key', answer(404, { error: 'not_found' }), 'missing'],
  ['a conflict that names nothing', answer(409, { error: 'conflict' }), 'unknown'],
  ['an error page of a proxy', answer(502, {}), 'unknown'],
  ['a failure inside the shop', answer(500, { error: 'internal' }), 'unknown'],
  ['no answer', new CallError('network', 'none', { status: 0, serverMessage: null, retryAfter: null }), 'unknown'],
])('%s is told from what is not known', (_what, error, name) => {
  expect(outcomeOfError(error)).toMatchObject({ name })
})

test.each([
  ['This ZIP code is unknown.', 'This ZIP code is unknown.'],
  ['invalid_string', 'Please check this.'],
  [undefined, 'Please check this.'],
  ['No '.repeat(200), expect.stringMatching(/^(No ){50,66}No.?$/)],
])('what a shop says of a field is shown where it is a sentence: %j', (message, shown) => {
  const outcome = outcomeOfError(
    answer(400, { error: 'invalid_request', details: [{ field: 'address.zipCode', message }] }),
  )
  expect(outcome).toEqual({
    name: 'refused',
    message: 'Because.',
    details: [{ field: 'address.zipCode', message: shown }],
  })
})

test('a change that ends its key is final, and one that does not is no end', () => {
  const change = { field: 'discountCode', message: 'It was used.' }
  const of = (details: object[]) => outcomeOfError(answer(409, { error: 'conflict', details }))
  const changed = { name: 'changed', message: 'Because.', details: [change] }
  expect(of([{ field: 'key', message: 'It was used.' }, change])).toEqual({ ...changed, isFinal: true })
  expect(of([change])).toEqual({ ...changed, isFinal: false })
})

test('too many attempts say once when to try again', () => {
  const said = new CallError('status', 'failed', {
    ...{ status: 429, retryAfter: 600 },
    serverMessage: 'Please try again in 10 minutes.',
    body: { error: 'rate_limited' },
  })
  expect(outcomeOfError(said)).toMatchObject({ message: 'Please try again in 10 minutes. You weren’t charged.' })
  expect(outcomeOfError(answer(429, { error: 'rate_limited' }, 600))).toMatchObject({
    message: expect.stringMatching(/^Because\. You can try again at \d+:\d\d [AP]M\. You weren’t charged\.$/),
  })
})

const PLACED: Outcome = { name: 'placed', order: { orderId: '7' } }
const CHECKING: Outcome = { name: 'checking', number: '7' }
const UNKNOWN: Outcome = { name: 'unknown' }
const MISSING: Outcome = { name: 'missing' }

/** Follows an attempt whose looks have these outcomes; the last one repeats. */
async function follow(outcomes: readonly Outcome[], resend: (() => Promise<Outcome>) | null = null) {
  const waits: number[] = []
  const numbers: string[] = []
  const outcome = await followAttempt({
    look: async () => outcomes[Math.min(waits.length, outcomes.length - 1)] ?? UNKNOWN,
    resend,
    wait: async (ms) => waits.push(ms),
    isLeft: () => false,
    onNumber: (number) => numbers.push(number),
  })
  return { outcome, waits, numbers }
}

test('the page looks every two seconds until the order is there', async () => {
  const { outcome, waits, numbers } = await follow([UNKNOWN, CHECKING, PLACED])
  expect(outcome).toEqual(PLACED)
  expect(waits).toEqual([2000, 2000])
  expect(numbers).toEqual(['7'])
})

test.each([CHECKING, UNKNOWN])('after a minute of $name nothing is claimed', async (known) => {
  const { outcome, waits } = await follow([known])
  expect(outcome).toBeNull()
  expect(waits.reduce((sum, ms) => sum + ms)).toBe(60_000)
})

test('a request that did not arrive is sent again, and its refusal says nothing about the first one', async () => {
  const answers: Outcome[] = [{ name: 'refused', message: 'Busy.', details: [] }, PLACED]
  const { outcome } = await follow([MISSING], async () => answers.shift() ?? UNKNOWN)
  expect(outcome).toEqual(PLACED)
})

test('after a reload an attempt that never arrives is over after three looks', async () => {
  const { outcome, waits } = await follow([MISSING])
  expect(outcome).toEqual(MISSING)
  expect(waits).toHaveLength(2)
})
