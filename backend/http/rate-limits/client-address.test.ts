import { normalizeIP } from '@fastify/rate-limit'
import { expect, test } from 'vitest'

// The key of limits per client address: an IPv6 network is counted as a whole /64.
test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1::'],
  ['2001:db8:0:1::5', '2001:db8:0:1::'],
  ['2001:0DB8:0000:0001::', '2001:db8:0:1::'],
  ['::1', '::'],
])('%s counts as %s', (ip, key) => {
  expect(normalizeIP(ip)).toBe(key)
})
