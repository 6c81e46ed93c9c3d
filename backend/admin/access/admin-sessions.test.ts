import { adminAudit } from '@shop/contract/audit/admin'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { describeDevice } from '../../platform/lib/describe-device.ts'
import { signInAs } from '../../testing/admin-visitor.ts'
import { openTestShop } from '../../testing/test-shop.ts'
import { EVERYONE, OWNERS, WITHOUT_SECOND_FACTOR } from '../admin-route.ts'
import { createAdminAuth } from './admin-auth.ts'
import { type Admin, requireAccess } from './admin-sessions.ts'
import { makeRecoveryCodes, parseRecoveryCode } from './recovery-codes.ts'

test('a failed load of the sign-in library is tried again by the next call, and a good one is shared by all hosts', async () => {
  const loads: boolean[] = []
  const auth = createAdminAuth(async (isHttps) => {
    loads.push(isHttps)
    if (loads.length === 1) throw new Error('no such module')
    return async () => Response.json({})
  }, vi.fn())
  const app = fastify()
  onTestFinished(() => app.close())
  app.post('/sign-in', async (request) => (await auth.call(request, '/sign-in/email', {})).status)
  const signIn = async (host: string) =>
    (await app.inject({ method: 'POST', url: '/sign-in', headers: { host } })).statusCode
  expect([await signIn('a.example'), await signIn('b.example'), await signIn('c.example')]).toEqual([500, 200, 200])
  expect(loads).toEqual([false, false])
})

const helper: Admin = {
  id: '1',
  name: 'Bo',
  email: 'bo@shop.example',
  role: 'helper',
  rights: ['orders'],
  has_totp: true,
  passkeys: 0,
  sessionId: 's',
  usedAt: '2026-11-24T10:00:00.000Z',
}
const owner: Admin = { ...helper, role: 'owner' }

test('a helper may not do what needs an owner', () => {
  expect(() => requireAccess(helper, OWNERS)).toThrow('Only an owner')
  expect(requireAccess(helper, EVERYONE)).toBe(helper)
  expect(requireAccess(owner, OWNERS)).toBe(owner)
})

test('without a second factor even an owner may only set one up', () => {
  const newcomer = { ...owner, has_totp: false }
  expect(() => requireAccess(newcomer, OWNERS)).toThrow('set up')
  expect(() => requireAccess(newcomer, EVERYONE)).toThrow('set up')
  expect(requireAccess(newcomer, WITHOUT_SECOND_FACTOR)).toBe(newcomer)
  expect(requireAccess({ ...newcomer, passkeys: 1 }, OWNERS)).toMatchObject({ passkeys: 1 })
})

test('while a long change is written, such as an import, others go on to read', async () => {
  const shop = await openTestShop('sqlite')
  const bo = await signInAs(shop, 'helper')
  const status = await inTransaction(shop.store.database, async (trx) => {
    await trx.deleteFrom('visits').execute()
    return (await bo.call(adminAudit.listAudit)).statusCode
  })
  expect(status).toBe(200)
  await shop.close()
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/143.0 Safari/537.36 Edg/143.0', 'Edge on Windows'],
  ['', 'A browser'],
])('%s is %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})

test('ten codes, which differ, have no letters that are read for others', () => {
  const codes = makeRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){2}[2-9A-HJKMNP-TV-Z]{4}$/)
})

test.each(['7k3f-9qxa-m2hd', '7K3F 9QXA M2HD', ' 7k3f9qxam2hd ', '7K3F–9QXA–M2HD'])(
  '%s is read as it is meant',
  (typed) => {
    expect(parseRecoveryCode(typed)).toBe('7K3F-9QXA-M2HD')
  },
)

test.each(['28B2c-x0u6U', '28B2c x0u6U', '28B2cx0u6U'])('%s is a code of an earlier version', (typed) => {
  expect(parseRecoveryCode(typed)).toBe('28B2c-x0u6U')
})
