import { adminEntrance } from '@shop/contract/access/session'
import { expect, test } from 'vitest'
import { LOCAL_LINK } from '../admin/owners/invites.ts'
import { noteRunningShop } from '../platform/database/database.ts'
import { signInAs, visitAdmin } from '../testing/admin-visitor.ts'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
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

test('list shows owners and helpers, or how to invite the first', async () => {
  expect((await run('list')).lines?.join()).toContain('owner invite')
  await signInAs(shop, 'helper')
  expect((await run('list')).table).toMatchObject([{ email: 'helper@shop.example', role: 'helper' }])
})
