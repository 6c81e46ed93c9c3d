import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { adminAudit } from '@shop/contract/audit/admin'
import { describe, expect, test } from 'vitest'
import { acceptAs, PASSWORD, signInAs, visitAdmin } from '../../testing/admin-visitor.ts'
import { runTestCommand } from '../../testing/processes/run-test-command.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { openTestShop } from '../../testing/test-shop.ts'
import { totpCode } from '../../testing/totp.ts'
import { changeSettings } from '../settings/change-settings.ts'

const EMAIL = 'owner@shop.example'
const NEW_PASSWORD = 'a different sentence'

describe('a lost password or phone', () => {
  const shop = eachTestShop('sqlite', {}, { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://shop.example' })

  const mails = () => shop.store.database.selectFrom('outbox').select(['kind', 'recipient', 'text']).execute()
  const request = (email: string, headers = {}) =>
    visitAdmin(shop.app).call(adminEntrance.requestAdminReset, { email }, headers)
  const reset = (token: string, password = NEW_PASSWORD) =>
    visitAdmin(shop.app).call(adminEntrance.resetAdminPassword, { token, password })
  const tokenIn = (text: string) => /https:\/\/shop\.example\/admin\/reset#(\S+)/.exec(text)?.[1] ?? ''
  const mailedToken = async () => tokenIn((await mails())[0]?.text ?? '')

  test('an emailed link sets a new password once, ends all sessions, and the second factor is asked for as before', async () => {
    const owner = await signInAs(shop, 'owner')
    expect((await request(' Owner@Shop.example ')).statusCode).toBe(200)
    const token = await mailedToken()
    const check = (await visitAdmin(shop.app).call(adminEntrance.checkAdminReset, { token })).json()
    expect(check).toEqual({ email: EMAIL, second_factor: false })
    expect((await reset(token, 'short')).statusCode).toBe(400)
    expect((await reset(token)).statusCode).toBe(200)
    expect((await owner.call(adminSession.getSession)).statusCode).toBe(401)
    const again = await reset(token)
    expect([again.statusCode, again.json().message]).toEqual([404, expect.stringContaining('owner reset')])
    const visitor = visitAdmin(shop.app)
    expect((await visitor.call(adminEntrance.signIn, { email: EMAIL, password: PASSWORD })).statusCode).toBe(401)
    const step = (await visitor.call(adminEntrance.signIn, { email: EMAIL, password: NEW_PASSWORD })).json()
    expect(step).toEqual({ next: 'code' })
    await visitor.call(adminEntrance.verifyCode, { code: totpCode(owner.secret, 1) })
    const { entries } = (await visitor.call(adminAudit.listAudit)).json()
    expect(entries[0]).toMatchObject({ action: 'admin.access_reset', actor: EMAIL, undo: 'never' })
  })

  test('a stranger, and a person without a second factor, gets the same response and no email', async () => {
    await acceptAs(shop, 'helper', 'new@shop.example')
    for (const email of ['nobody@shop.example', 'new@shop.example', 'no address']) {
      expect((await request(email)).json()).toEqual({ success: true })
    }
    expect(await mails()).toEqual([])
    expect(shop.logged()).not.toMatch(/nobody@|new@shop/)
  })

  test('the link leads to the shop, not to the host of the request, and few are emailed', async () => {
    await signInAs(shop, 'owner')
    const there = { host: 'localhost:4100', origin: 'http://localhost:4100' }
    for (let time = 0; time < 5; time += 1) await request(EMAIL, there)
    expect(await mails()).toHaveLength(3)
    expect(await mailedToken()).not.toBe('')
    const stored = JSON.stringify(await shop.store.database.selectFrom('admin_resets').selectAll().execute())
    expect(stored).not.toContain(await mailedToken())
  })

  test("the link leads to the shop's own https address where PUBLIC_URL is one of this machine", async () => {
    await shop.close()
    Object.assign(
      shop,
      await openTestShop('sqlite', {}, { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'http://localhost:4100' }),
    )
    const { database } = shop.store
    const context = { database, clock: shop.clock, actor: 'command', findOpeningProblems: async () => [] }
    await changeSettings(context, { url: 'https://shop.example' })
    await signInAs(shop, 'owner')
    await request(EMAIL)
    expect(await mailedToken()).not.toBe('')
  })

  test('once the links of those that were emailed are too old, another one is emailed', async () => {
    await signInAs(shop, 'owner')
    for (let time = 0; time < 4; time += 1) await request(EMAIL)
    shop.passTime(31 * 60_000)
    await request(EMAIL)
    const sent = await mails()
    expect(sent).toHaveLength(4)
    const answers = await Promise.all(sent.map(({ text }) => reset(tokenIn(text))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404])
  })

  test('a link is too old after half an hour', async () => {
    await signInAs(shop, 'owner')
    await request(EMAIL)
    shop.passTime(31 * 60_000)
    expect((await reset(await mailedToken())).statusCode).toBe(404)
  })

  test('the command makes a link without email, and removes a lost second factor on request', async () => {
    const owner = await signInAs(shop, 'owner')
    const { lines = [] } = await runTestCommand(shop, ['owner', 'reset', EMAIL, '--second-factor'])
    expect((await reset(tokenIn(lines.join('\n')))).statusCode).toBe(200)
    const visitor = visitAdmin(shop.app)
    const step = (await visitor.call(adminEntrance.signIn, { email: EMAIL, password: NEW_PASSWORD })).json()
    expect(step).toEqual({ next: 'done' })
    expect((await visitor.call(adminSession.getSession)).json()).toMatchObject({ has_totp: false, passkeys: 0 })
    expect((await owner.call(adminSession.getSession)).statusCode).toBe(401)
    expect(await runTestCommand(shop, ['owner', 'reset', 'nobody@shop.example'])).toMatchObject({ failed: true })
  })

  test('the app is replaced with the password and a code; the old one and all other sessions end', async () => {
    const owner = await signInAs(shop, 'owner')
    const other = visitAdmin(shop.app)
    await other.call(adminEntrance.signIn, { email: EMAIL, password: PASSWORD })
    await other.call(adminEntrance.verifyRecoveryCode, { code: owner.recoveryCodes[0] })
    const replace = (password: string, code: string) => owner.call(adminSession.replaceTotp, { password, code })
    expect((await replace('wrong', totpCode(owner.secret, 1))).json()).toMatchObject({
      details: [{ field: 'password' }],
    })
    expect((await replace(PASSWORD, '000000')).json()).toMatchObject({ details: [{ field: 'code' }] })
    expect((await other.call(adminSession.getSession)).statusCode).toBe(200)
    const begun = (await replace(PASSWORD, totpCode(owner.secret, 1))).json()
    expect((await other.call(adminSession.getSession)).statusCode).toBe(401)
    const secret = new URL(begun.uri).searchParams.get('secret') ?? ''
    expect(secret).not.toBe(owner.secret)
    expect((await owner.call(adminEntrance.verifyCode, { code: totpCode(owner.secret) })).statusCode).toBe(400)
    expect((await owner.call(adminEntrance.verifyCode, { code: totpCode(secret) })).statusCode).toBe(200)
    const later = visitAdmin(shop.app)
    await later.call(adminEntrance.signIn, { email: EMAIL, password: PASSWORD })
    expect((await later.call(adminEntrance.verifyRecoveryCode, { code: owner.recoveryCodes[1] })).statusCode).toBe(400)
    expect((await later.call(adminEntrance.verifyCode, { code: totpCode(secret, 1) })).statusCode).toBe(200)
  })

  test('a lost phone is replaced with a recovery code; after leaving halfway, the password by itself opens nothing', async () => {
    const owner = await signInAs(shop, 'owner')
    const begun = await owner.call(adminSession.replaceTotp, { password: PASSWORD, code: owner.recoveryCodes[0] })
    expect(begun.statusCode).toBe(200)
    const later = visitAdmin(shop.app)
    const step = (await later.call(adminEntrance.signIn, { email: EMAIL, password: PASSWORD })).json()
    expect(step).toEqual({ next: 'code' })
    const halfway = await later.call(adminEntrance.verifyCode, { code: totpCode(owner.secret, 1) })
    expect([halfway.statusCode, halfway.json().message]).toEqual([409, expect.stringContaining('recovery code')])
    const [code] = begun.json().recovery_codes
    expect((await later.call(adminEntrance.verifyRecoveryCode, { code })).statusCode).toBe(200)
    expect((await later.call(adminSession.getSession)).json()).toMatchObject({ has_totp: true })
  })
})

test('without an email server the sign-in names the command', async () => {
  const shop = await openTestShop('sqlite')
  const response = await visitAdmin(shop.app).call(adminEntrance.requestAdminReset, { email: EMAIL })
  expect([response.statusCode, response.json().message]).toEqual([409, expect.stringContaining('owner reset')])
  await shop.close()
})
