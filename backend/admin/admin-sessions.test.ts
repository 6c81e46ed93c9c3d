import { adminAudit } from '@shop/contract/admin/audit'
import { expect, test } from 'vitest'
import { inTransaction } from '../database/database.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { EVERYONE, NEWCOMERS, OWNERS } from './admin-route.ts'
import { type Admin, requireAccess } from './admin-sessions.ts'

const helper: Admin = {
  id: '1',
  name: 'Bo',
  email: 'bo@shop.example',
  role: 'helper',
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
  expect(requireAccess(newcomer, NEWCOMERS)).toBe(newcomer)
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
