import { contactUsEndpoint } from '@shop/contract/contact'
import { afterEach, expect, test } from 'vitest'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

const PROXY = '10.1.2.3'
/** Contact messages that one address may send; the next is refused. */
const ALLOWED = 8
const MESSAGE = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@shop.example',
  reason: 'Feedback',
  message: 'A fine bag.',
}

let shop: TestShop
afterEach(() => shop.close())

/** The statuses of messages that each name another address as theirs, all sent over one connection's address. */
async function sendFrom(remoteAddress: string, forwarded: (number: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let number = 1; number <= ALLOWED + 4; number += 1) {
    const answer = await shop.app.inject({
      method: 'POST',
      url: contactUsEndpoint.path,
      headers: { 'x-forwarded-for': forwarded(number) },
      payload: MESSAGE,
      remoteAddress,
    })
    statuses.push(answer.statusCode)
  }
  return statuses
}

const LIMITED = [...Array.from({ length: ALLOWED }, () => 200), 429, 429, 429, 429]

test.each([
  ['no proxy is trusted', ''],
  ['a proxy elsewhere is trusted', '10.1.0.0/16'],
])('a client that reaches the port directly cannot choose its address while %s', async (_, trusted) => {
  shop = await openTestShop('sqlite', {}, { TRUST_PROXY: trusted })
  expect(await sendFrom('203.0.113.9', (number) => `198.51.100.${number}`)).toEqual(LIMITED)
})

test('a trusted proxy tells visitors apart, and what a visitor wrote before its word counts for nothing', async () => {
  shop = await openTestShop('sqlite', {}, { TRUST_PROXY: '10.1.0.0/16' })
  expect(await sendFrom(PROXY, (number) => `198.51.100.${number}`)).not.toContain(429)
  expect(await sendFrom(PROXY, (number) => `198.51.100.${100 + number}, 203.0.113.9`)).toEqual(LIMITED)
})
