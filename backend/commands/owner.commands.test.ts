import { adminEntrance, adminSession } from '@shop/contract/admin/session'
import { expect, test } from 'vitest'
import { LOCAL_LINK } from '../admin/owners/invites.ts'
import { noteRunningShop } from '../database/database.ts'
import { signInAs, visitAdmin } from '../testing/admin-visitor.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { openTestShop } from '../testing/test-shop.ts'

const shop = eachTestShop('sqlite')

const run = (...words: string[]) => runTestCommand(shop, ['owner', ...words])

test.each(['owner', 'helper'])('invite prints a link that is valid for an %s', async (role) => {
  const { lines = [] } = await run('invite', '--role', role)
  const [, token] = lines[1]?.split('#') ?? []
  expect((await visitAdmin(shop.app).call(adminEntrance.checkInvite, { token })).json()).toMatchObject({ role })
})

test('invite leads to the running shop, else to PORT, and says that other devices do not open it', async () => {
  await shop.close()
  Object.assign(shop, await openTestShop('sqlite', {}, { PORT: '4100' }))
  const linesOf = async () => (await run('invite')).lines ?? []
  expect(await linesOf()).toEqual([
    expect.stringContaining('becomes an owner'),
    expect.stringMatching(/^http:\/\/localhost:4100\/admin\/invite#/),
    LOCAL_LINK,
  ])
  noteRunningShop(shop.location, { version: '1.0.0', address: 'http://localhost:4200', pid: process.pid })
  expect((await linesOf())[1]).toMatch(/^http:\/\/localhost:4200\/admin\/invite#/)
})

test('reset leads to the running shop, else to PORT', async () => {
  await shop.close()
  Object.assign(shop, await openTestShop('sqlite', {}, { PORT: '4100' }))
  await signInAs(shop, 'owner')
  const linkOf = async () => (await run('reset', 'owner@shop.example')).lines?.[1]
  expect(await linkOf()).toMatch(/^http:\/\/localhost:4100\/admin\/reset#/)
  noteRunningShop(shop.location, { version: '1.0.0', address: 'http://localhost:4200', pid: process.pid })
  expect(await linkOf()).toMatch(/^http:\/\/localhost:4200\/admin\/reset#/)
})

test('invite leads to PUBLIC_URL', async () => {
  await shop.close()
  Object.assign(shop, await openTestShop('sqlite', {}, { PORT: '4100', PUBLIC_URL: 'https://shop.example' }))
  const { lines = [] } = await run('invite')
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^https:\/\/shop\.example\/admin\/invite#/)])
})

test('invitations lists those that are open, and withdraw ends one', async () => {
  expect((await run('invitations')).lines).toEqual(['No invitation is open.'])
  const { lines = [] } = await run('invite', '--role', 'helper')
  const [, token] = lines.join(' ').split('#')
  const { table = [] } = await run('invitations')
  expect(table).toMatchObject([{ role: 'helper', invited_by: 'Command line' }])
  expect((await run('withdraw', String(table[0]?.id))).lines).toEqual(['The invitation of a helper is cancelled.'])
  expect((await visitAdmin(shop.app).call(adminEntrance.checkInvite, { token })).statusCode).toBe(404)
  expect(await run('withdraw', String(table[0]?.id))).toMatchObject({ failed: true, json: null })
})

test('invitations leaves out those that are too old', async () => {
  await run('invite')
  shop.passTime(16 * 60_000)
  expect((await run('invitations')).lines).toEqual(['No invitation is open.'])
})

test('list shows owners and helpers, or how to invite the first', async () => {
  expect((await run('list')).lines?.join()).toContain('owner invite')
  await signInAs(shop, 'helper')
  expect((await run('list')).table).toMatchObject([{ email: 'helper@shop.example', role: 'helper' }])
})

test('rights says what a helper may do, and refuses that for an owner', async () => {
  const helper = await signInAs(shop, 'helper')
  await signInAs(shop, 'owner')
  const { lines, json } = await run('rights', 'Helper@shop.example', 'books', 'orders')
  expect(lines).toEqual(['Ada may use: Orders, Sales.'])
  expect(json).toMatchObject({ rights: ['orders', 'books'] })
  expect((await helper.call(adminSession.getSession)).json().rights).toEqual(['orders', 'books'])
  expect((await run('list')).table).toMatchObject([{ rights: 'orders books' }, { rights: 'all' }])
  expect((await run('rights', 'helper@shop.example', 'none')).lines).toEqual(['Ada may use: Nothing yet.'])
  expect(await run('rights', 'owner@shop.example', 'books')).toMatchObject({ failed: true })
  expect(await run('rights', 'nobody@shop.example', 'books')).toMatchObject({ failed: true })
})

test('remove takes the last owner only with --yes, and says why', async () => {
  const owner = await signInAs(shop, 'owner')
  await signInAs(shop, 'helper')
  const refused = await run('remove', 'owner@shop.example')
  expect(refused).toMatchObject({ failed: true, json: null })
  expect(refused.lines?.join(' ')).toMatch(/is the last owner: .* --yes/)
  expect((await owner.call(adminSession.getSession)).statusCode).toBe(200)
  expect((await run('remove', 'helper@shop.example')).json).toMatchObject({ has_owner: true })
})

test('remove ends the sessions at once, and warns when no owner is left', async () => {
  const owner = await signInAs(shop, 'owner')
  const { lines = [] } = await run('remove', 'Owner@Shop.example', '--yes')
  expect(lines.join(' ')).toContain('Nobody owns the admin now')
  expect((await owner.call(adminSession.getSession)).statusCode).toBe(401)
  expect(await run('remove', 'owner@shop.example')).toMatchObject({ failed: true })
  const entries = await shop.store.database.selectFrom('audit_log').select(['actor', 'action']).execute()
  expect(entries).toContainEqual({ actor: 'command', action: 'admin.removed' })
})
