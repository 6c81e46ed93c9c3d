import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PASSWORD, signInAs, tokenOf, visitAdmin } from '../../testing/admin-visitor.ts'
import { runTestCommand } from '../../testing/processes/run-test-command.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { totpCode } from '../../testing/totp.ts'

const EMAIL = 'owner@shop.example'
const NEW_PASSWORD = 'a different sentence'

const shop = eachTestShop('sqlite', {}, { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://shop.example' })

const mails = async () => {
  const query = shop.store.database.selectFrom('outbox').select(['recipient', 'text']).orderBy('created_at')
  return (await query.where('kind', '=', 'admin-access-changed').execute()).map(
    ({ recipient, text }) => `${recipient}: ${text}`,
  )
}
const idOf = async () => (await shop.store.database.selectFrom('admin_users').select('id').executeTakeFirstOrThrow()).id
const logged = (word: string) =>
  shop
    .logged()
    .split('\n')
    .filter((line) => line.includes(word))
    .map((line) => JSON.parse(line))

test('a changed password, new recovery codes and a replaced app are each told by email, and the first app is not', async () => {
  const owner = await signInAs(shop, 'owner')
  expect(await mails()).toEqual([])
  await owner.call(adminSession.changePassword, { current_password: PASSWORD, new_password: NEW_PASSWORD })
  expect(await mails()).toEqual([expect.stringMatching(/^owner@shop\.example: .*your password was changed/s)])
  await owner.call(adminSession.renewRecoveryCodes, { password: NEW_PASSWORD })
  await owner.call(adminSession.replaceTotp, { password: NEW_PASSWORD, code: totpCode(owner.secret, 1) })
  const all = (await mails()).join('\n')
  expect(all).toContain('new recovery codes were made')
  expect(all).toContain('an authenticator app is being set up')
  expect(all).toContain('https://shop.example/admin/forgot')
  const id = await idOf()
  expect(logged('authentication changed')).toMatchObject(
    ['app', 'password', 'recovery_codes', 'app'].map((change) => ({ admin: id, change })),
  )
})

test('a password that was set with an emailed link is told by email, and that the second factor went with a printed one', async () => {
  await signInAs(shop, 'owner')
  await visitAdmin(shop.app).call(adminEntrance.requestAdminReset, { email: EMAIL })
  const [asked] = await shop.store.database.selectFrom('outbox').select('text').execute()
  const { lines = [] } = await runTestCommand(shop, ['owner', 'reset', EMAIL, '--second-factor'])
  const tokenIn = (text = '') => /admin\/reset#(\S+)/.exec(text)?.[1]
  const reset = (token: string | undefined, password: string) =>
    visitAdmin(shop.app).call(adminEntrance.resetAdminPassword, { token, password })
  const common = await reset(tokenIn(asked?.text), 'qwertyuiop')
  expect([common.statusCode, common.json().details]).toMatchObject([400, [{ field: 'password' }]])
  expect((await reset(tokenIn(asked?.text), NEW_PASSWORD)).statusCode).toBe(200)
  expect(await mails()).toEqual([expect.stringContaining('a new password was set with a link, and')])
  const again = await runTestCommand(shop, ['owner', 'reset', EMAIL, '--second-factor'])
  expect((await reset(tokenIn(lines.join('\n')), NEW_PASSWORD)).statusCode).toBe(404)
  expect((await reset(tokenIn(again.lines?.join('\n')), NEW_PASSWORD)).statusCode).toBe(200)
  expect((await mails()).join('\n')).toContain('your passkeys stopped working')
  expect(logged('authentication changed').map(({ change }) => change)).toEqual([
    'app',
    'password_reset',
    'access_reset',
  ])
})

test('a change counts although its email cannot be stored', async () => {
  const owner = await signInAs(shop, 'owner')
  await sql`drop table outbox`.execute(shop.store.database)
  const change = { current_password: PASSWORD, new_password: NEW_PASSWORD }
  expect((await owner.call(adminSession.changePassword, change)).statusCode).toBe(200)
  expect(shop.logged()).toContain('the email about a changed sign-in was not stored')
})

test('each check of a password or a code is a line of the log with the id of the account, without what was typed', async () => {
  const owner = await signInAs(shop, 'owner')
  const id = await idOf()
  const before = logged('"authentication"').length
  const visitor = visitAdmin(shop.app)
  await visitor.call(adminEntrance.signIn, { email: EMAIL, password: 'a wrong guess' })
  await visitor.call(adminEntrance.signIn, { email: 'nobody@shop.example', password: 'a wrong guess' })
  await visitor.call(adminEntrance.signIn, { email: EMAIL, password: PASSWORD })
  await visitor.call(adminEntrance.verifyCode, { code: '000000' })
  await visitor.call(adminEntrance.verifyCode, { code: totpCode(owner.secret, 1) })
  expect(logged('"authentication"').slice(before)).toMatchObject([
    { admin: id, factor: 'password', right: false },
    { admin: null, factor: 'password', right: false },
    { admin: id, factor: 'password', right: true },
    { admin: null, factor: 'app', right: false },
    { admin: id, factor: 'app', right: true },
  ])
  expect(shop.logged()).not.toMatch(/a wrong guess|nobody@|owner@|seams hold/)
})

test('a common password is refused for an invitation, which stays valid, and for a change', async () => {
  const token = await tokenOf(shop, 'owner')
  const account = { token, name: 'Ada', email: EMAIL }
  const accept = (password: string) => visitAdmin(shop.app).call(adminEntrance.acceptInvite, { ...account, password })
  for (const password of ['1234567890', 'Qwertyuiop', EMAIL]) {
    const refused = await accept(password)
    expect([refused.statusCode, refused.json().details]).toMatchObject([400, [{ field: 'password' }]])
  }
  expect((await accept(PASSWORD)).statusCode).toBe(200)
  const helper = await signInAs(shop, 'helper')
  const change = { current_password: PASSWORD, new_password: 'password123' }
  expect((await helper.call(adminSession.changePassword, change)).json()).toMatchObject({
    details: [{ field: 'new_password', message: expect.stringContaining('most common') }],
  })
})
