import { contactCalls } from '@shop/contract/contact/calls'
import { afterEach, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

const PROXY = '10.1.2.3'
/** Contact messages allowed per address. */
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

/** The statuses of messages from one connection, each claiming another client address. */
async function sendFrom(remoteAddress: string, forwarded: (number: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let number = 1; number <= ALLOWED + 4; number += 1) {
    const response = await shop.app.inject({
      method: 'POST',
      url: contactCalls.contactUs.path,
      headers: { 'x-forwarded-for': forwarded(number) },
      payload: MESSAGE,
      remoteAddress,
    })
    statuses.push(response.statusCode)
  }
  return statuses
}

const LIMITED = [...Array.from({ length: ALLOWED }, () => 200), 429, 429, 429, 429]

test.each([
  ['no proxy is trusted', ''],
  ['a proxy elsewhere is trusted', '10.1.0.0/16'],
])('a direct client cannot choose its address while %s', async (_, trusted) => {
  shop = await openTestShop('sqlite', {}, { TRUST_PROXY: trusted })
  expect(await sendFrom('203.0.113.9', (number) => `198.51.100.${number}`)).toEqual(LIMITED)
})

test.each([
  ['with ports', (number: number) => `203.0.113.9:${40_000 + number}`],
  ['of IPv6 with ports', (number: number) => `[2001:db8:0:1::9]:${40_000 + number}`],
  ['of one IPv6 network', (number: number) => `2001:db8:0:1:${number}::${number}`],
  ['of one IPv6 network, with ports,', (number: number) => `[2001:db8:0:1::${number}]:${40_000 + number}`],
  ['that are none', (number: number) => `visitor-${number}`],
])('addresses %s are one visitor', async (_, forwarded) => {
  shop = await openTestShop('sqlite', {}, { TRUST_PROXY: '10.1.0.0/16' })
  expect(await sendFrom(PROXY, forwarded)).toEqual(LIMITED)
})

test("a trusted proxy's header separates visitors, and what a visitor put before it is ignored", async () => {
  shop = await openTestShop('sqlite', {}, { TRUST_PROXY: '10.1.0.0/16' })
  expect(await sendFrom(PROXY, (number) => `198.51.100.${number}`)).not.toContain(429)
  expect(await sendFrom(PROXY, (number) => `198.51.100.${100 + number}, 203.0.113.9`)).toEqual(LIMITED)
  // Longer than is read: the end counts.
  const long = Array.from({ length: 2000 }, () => '10.1.2.9').join()
  expect(await sendFrom(PROXY, (number) => `198.51.100.${number},${long},203.0.113.77`)).toEqual(LIMITED)
})
