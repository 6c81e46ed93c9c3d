import { createHash } from 'node:crypto'
import { adminOwners } from '@shop/contract/access/owners'
import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { adminContact } from '@shop/contract/contact/admin'
import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AdminVisitor, acceptAs, PASSWORD, signInAs, tokenOf, visitAdmin } from '../../testing/admin-visitor.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { fillDiskOfTable } from '../../testing/servers/full-disk.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { openSecondNode, openTestShop } from '../../testing/test-shop.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { totpCode } from '../../testing/totp.ts'
import { forgetAdminSecret } from '../access/admin-secret.ts'
import { authOptions } from '../access/auth-options.ts'
import { inviteAdmin, inviteFirstOwner } from '../owners/invites.ts'

const EMAIL = 'owner@shop.example'

describe.each(ENGINES)('signing in to the admin on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)
  let visitor: AdminVisitor
  beforeEach(async () => {
    visitor = visitAdmin(shop.app)
  })

  const statusOf = async (who: AdminVisitor) => (await who.call(adminSession.getSession)).statusCode
  const signIn = (who: AdminVisitor, password = PASSWORD, email = EMAIL) =>
    who.call(adminEntrance.signIn, { email, password })

  test('an invitation creates one account, which can do nothing before it has a second factor', async () => {
    const token = await tokenOf(shop, 'owner')
    expect((await visitor.call(adminEntrance.checkInvite, { token })).json()).toMatchObject({ role: 'owner' })
    const account = { token, name: 'Ada', email: ' Owner@Shop.example ', password: PASSWORD }
    expect((await visitor.call(adminEntrance.acceptInvite, account)).statusCode).toBe(200)
    expect((await visitor.call(adminSession.getSession)).json()).toMatchObject({
      email: EMAIL,
      role: 'owner',
      has_totp: false,
    })
    const rejected = await visitor.call(adminContact.listInquiries)
    expect([rejected.statusCode, rejected.json().message]).toEqual([403, expect.stringContaining('set up')])
    const again = await visitAdmin(shop.app).call(adminEntrance.acceptInvite, { ...account, email: 'eve@shop.example' })
    expect([again.statusCode, again.json().error]).toEqual([404, 'not_found'])
  })

  onBoth('one of two concurrent requests with an invitation is rejected', async () => {
    const token = await tokenOf(shop, 'owner')
    const accept = (email: string) =>
      visitAdmin(shop.app).call(adminEntrance.acceptInvite, { token, name: 'Ada', email, password: PASSWORD })
    const responses = await Promise.all([accept('a@shop.example'), accept('b@shop.example')])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  })

  onBoth('one of two concurrent invitations with an address is accepted', async () => {
    const accept = async (token: string) =>
      visitAdmin(shop.app).call(adminEntrance.acceptInvite, { token, name: 'Ada', email: EMAIL, password: PASSWORD })
    const tokens = [await tokenOf(shop, 'helper'), await tokenOf(shop, 'helper')]
    const responses = await Promise.all(tokens.map(accept))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const rejected = responses.find(({ statusCode }) => statusCode === 400)
    expect(rejected?.json().details).toMatchObject([{ field: 'email' }])
  })

  test.each(['ada@mueller.d', 'ada@müller.example', 'ada\ud800@shop.example'])(
    'the address %j, with which no one could sign in, is rejected before an invitation is used',
    async (email) => {
      const token = await tokenOf(shop, 'owner')
      const account = { token, name: 'Ada', email, password: PASSWORD }
      const rejected = await visitor.call(adminEntrance.acceptInvite, account)
      expect([rejected.statusCode, rejected.json().details]).toMatchObject([400, [{ field: 'email' }]])
      expect((await visitor.call(adminEntrance.acceptInvite, { ...account, email: EMAIL })).statusCode).toBe(200)
    },
  )

  test('an old, an unknown and an empty token are rejected', async () => {
    const token = await tokenOf(shop, 'owner')
    shop.passTime(15 * 60_000)
    for (const [wrong, status] of [
      [token, 404],
      ['unknown', 404],
      ['', 400],
    ] as const) {
      expect((await visitor.call(adminEntrance.checkInvite, { token: wrong })).statusCode).toBe(status)
      const account = { token: wrong, name: 'Eve', email: 'eve@shop.example', password: PASSWORD }
      expect((await visitor.call(adminEntrance.acceptInvite, account)).statusCode).toBe(status)
    }
    expect(await statusOf(visitor)).toBe(401)
  })

  test('the entrance says whether there is an owner', async () => {
    const hasOwner = async () => (await visitor.call(adminEntrance.getEntrance)).json().has_owner
    expect(await hasOwner()).toBe(false)
    await acceptAs(shop, 'helper', 'helper@shop.example')
    expect(await hasOwner()).toBe(false)
    await acceptAs(shop, 'owner', EMAIL)
    expect(await hasOwner()).toBe(true)
  })

  test('the link for the first owner is invalid once there is an owner', async () => {
    const context = { database: shop.store.database, clock: shop.clock }
    const first = await inviteFirstOwner(context)
    await signInAs(shop, 'owner')
    expect(await inviteFirstOwner(context)).toBeNull()
    const token = first?.path.split('#')[1]
    expect((await visitor.call(adminEntrance.checkInvite, { token })).statusCode).toBe(404)
  })

  test('an address that has an account is rejected at its field, and the invitation stays valid', async () => {
    await signInAs(shop, 'owner')
    const token = await tokenOf(shop, 'helper')
    const response = await visitor.call(adminEntrance.acceptInvite, {
      token,
      name: 'Bo',
      email: EMAIL,
      password: PASSWORD,
    })
    expect(response.json()).toMatchObject({ error: 'invalid_request', details: [{ field: 'email' }] })
    expect((await visitor.call(adminEntrance.checkInvite, { token })).statusCode).toBe(200)
  })

  test('each invalid field of an account is reported', async () => {
    const token = await tokenOf(shop, 'owner')
    const response = await visitor.call(adminEntrance.acceptInvite, {
      token,
      name: ' ',
      email: 'ada',
      password: 'short',
    })
    const fields = response.json().details.map(({ field }: { field: string }) => field)
    expect(fields.sort()).toEqual(['email', 'name', 'password'])
  })

  test('password and code open a session, and a code can be used once', async () => {
    const { secret } = await signInAs(shop, 'owner')
    const code = totpCode(secret, 1)
    expect((await signIn(visitor)).json()).toEqual({ next: 'code' })
    expect(await statusOf(visitor)).toBe(401)
    expect((await visitor.call(adminEntrance.verifyCode, { code })).statusCode).toBe(200)
    expect(await statusOf(visitor)).toBe(200)
    expect((await visitor.call(adminContact.listInquiries)).statusCode).toBe(200)
    const thief = visitAdmin(shop.app)
    await signIn(thief)
    const replayed = await thief.call(adminEntrance.verifyCode, { code })
    expect([replayed.statusCode, replayed.json().message]).toEqual([400, expect.stringContaining('already been used')])
    expect(await statusOf(thief)).toBe(401)
  })

  test('a code that was used on one node is rejected on another', async () => {
    const { secret } = await signInAs(shop, 'owner')
    const node = await openSecondNode(shop)
    const code = totpCode(secret, 1)
    await signIn(visitor)
    await visitor.call(adminEntrance.verifyCode, { code })
    const other = visitAdmin(node)
    await signIn(other)
    expect((await other.call(adminEntrance.verifyCode, { code })).statusCode).toBe(400)
    await node.close()
  })

  onBoth('a session is valid on all nodes, but not with another secret', async () => {
    const owner = await signInAs(shop, 'owner')
    const node = await openSecondNode(shop)
    const elsewhere = visitAdmin(node)
    for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value)
    expect(await statusOf(elsewhere)).toBe(200)
    await node.close()
    Object.assign(shop, { settings: { ...shop.settings, adminSecret: 'x'.repeat(40) } })
    await forgetAdminSecret(shop.store.database)
    const changed = await openSecondNode(shop)
    const late = visitAdmin(changed)
    for (const [name, value] of owner.cookies) late.cookies.set(name, value)
    expect(await statusOf(late)).toBe(401)
    await changed.close()
  })

  test('a wrong code is reported at its field, and too many end the attempt', async () => {
    await signInAs(shop, 'owner')
    await signIn(visitor)
    const wrong = await visitor.call(adminEntrance.verifyCode, { code: '000000' })
    expect(wrong.json()).toMatchObject({ error: 'invalid_request', details: [{ field: 'code' }] })
    for (let guess = 1; guess < 5; guess += 1) await visitor.call(adminEntrance.verifyCode, { code: `00000${guess}` })
    const late = await visitor.call(adminEntrance.verifyCode, { code: '000009' })
    expect([late.statusCode, late.json().message]).toEqual([401, expect.stringContaining('start again')])
    expect((await visitor.call(adminEntrance.verifyCode, { code: 'abc' })).statusCode).toBe(400)
  })

  onBoth('a recovery code can be used once, in small letters too; new ones replace the old', async () => {
    const owner = await signInAs(shop, 'owner')
    const [code = '', other = ''] = owner.recoveryCodes
    await signIn(visitor)
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await visitor.call(adminEntrance.verifyRecoveryCode, { code: typed })).statusCode).toBe(200)
    expect(await statusOf(visitor)).toBe(200)
    const again = visitAdmin(shop.app)
    await signIn(again)
    expect((await again.call(adminEntrance.verifyRecoveryCode, { code })).json()).toMatchObject({
      details: [{ field: 'code' }],
    })
    const renewed = (await owner.call(adminSession.renewRecoveryCodes, { password: PASSWORD })).json().recovery_codes
    expect(renewed[0]).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect((await again.call(adminEntrance.verifyRecoveryCode, { code: other })).statusCode).toBe(400)
    expect((await again.call(adminEntrance.verifyRecoveryCode, { code: renewed[0] })).statusCode).toBe(200)
  })

  onBoth('where a passkey is the only second factor, the password by itself opens nothing', async () => {
    const owner = await acceptAs(shop, 'owner', EMAIL)
    const { database } = shop.store
    await sql`insert into admin_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
      select 'key', id, 'public', 'credential', 0, 'singleDevice', 0 from admin_users`.execute(database)
    expect((await owner.call(adminContact.listInquiries)).statusCode).toBe(200)
    const rejected = await signIn(visitor)
    expect([rejected.statusCode, rejected.json().message]).toEqual([401, expect.stringContaining('passkey')])
    expect((await visitor.call(adminContact.listInquiries)).statusCode).toBe(401)
    expect(await database.selectFrom('admin_sessions').select('id').execute()).toHaveLength(1)
  })

  onBoth('one of the last two passkeys stays, also when both are removed at the same instant', async () => {
    const owner = await acceptAs(shop, 'owner', EMAIL)
    const { database } = shop.store
    await sql`insert into admin_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
      select keys.id, admin_users.id, 'public', keys.id, 0, 'singleDevice', 0
      from admin_users cross join (select 'one' as id union all select 'other') keys`.execute(database)
    const responses = await Promise.all(['one', 'other'].map((id) => owner.call(adminSession.removePasskey, { id })))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await database.selectFrom('admin_passkeys').select('id').execute()).toHaveLength(1)
  })

  test('a session that was opened with just the password ends once there is a second factor', async () => {
    const owner = await acceptAs(shop, 'owner', EMAIL)
    expect((await signIn(visitor)).json()).toEqual({ next: 'done' })
    expect(await statusOf(visitor)).toBe(200)
    const { uri } = (await owner.call(adminSession.startTotp, { password: PASSWORD })).json()
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    expect((await owner.call(adminEntrance.verifyCode, { code: totpCode(secret) })).statusCode).toBe(200)
    expect([await statusOf(visitor), await statusOf(owner)]).toEqual([401, 200])
    await signIn(visitor)
    await visitor.call(adminEntrance.verifyCode, { code: totpCode(secret, 1) })
    expect((await owner.call(adminEntrance.verifyCode, { code: totpCode(secret, -1) })).statusCode).toBe(200)
    expect([await statusOf(visitor), await statusOf(owner)]).toEqual([200, 200])
  })

  onBoth('one of two concurrent sign-ins with a recovery code is accepted', async () => {
    const { recoveryCodes } = await signInAs(shop, 'owner')
    const node = await openSecondNode(shop)
    const visitors = [visitor, visitAdmin(node)]
    for (const one of visitors) await signIn(one)
    const sent = visitors.map((one) => one.call(adminEntrance.verifyRecoveryCode, { code: recoveryCodes[0] }))
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400 || status === 409)).toHaveLength(1)
    await node.close()
  })

  onBoth('a response that no device gives is rejected, and is no failure of the shop', async () => {
    const newcomer = await acceptAs(shop, 'owner', EMAIL)
    const known = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
    for (const [response, status] of [
      [{}, 400],
      [{ ...known, id: { a: 1 } }, 400],
      [known, 401],
    ] as const) {
      await visitor.call(adminEntrance.passkeyOptions)
      expect((await visitor.call(adminEntrance.signInWithPasskey, { response })).statusCode).toBe(status)
    }
    await newcomer.call(adminSession.newPasskeyOptions, { password: PASSWORD })
    expect((await newcomer.call(adminSession.addPasskey, { name: 'Phone', response: {} })).statusCode).toBe(400)
  })

  test('a passkey is added with the password once more, which is limited like a sign-in', async () => {
    const owner = await signInAs(shop, 'owner')
    const begin = (password: string) => owner.call(adminSession.newPasskeyOptions, { password })
    expect((await begin('wrong')).json()).toMatchObject({ details: [{ field: 'password' }] })
    expect((await begin('')).statusCode).toBe(400)
    expect((await begin(PASSWORD)).json()).toMatchObject({ challenge: expect.any(String) })
    for (let guess = 0; guess < 10; guess += 1) await begin(`wrong ${guess}`)
    expect((await begin(PASSWORD)).statusCode).toBe(429)
  })

  test('a session in use says to the minute when it was used, whatever was called', async () => {
    const owner = await signInAs(shop, 'owner')
    const usedAt = async () => Date.parse((await owner.call(adminSession.listSessions)).json().sessions[0].used_at)
    const before = await usedAt()
    for (let minute = 0; minute < 5; minute += 1) {
      shop.passTime(61_000)
      await owner.call(adminContact.listInquiries)
    }
    expect(Math.abs((await usedAt()) - shop.clock().getTime())).toBeLessThan(60_000)
    expect(await usedAt()).toBeGreaterThan(before + 4 * 60_000)
  })

  test('an unknown address and a wrong password get the same response, and guesses are delayed, then rejected', async () => {
    await signInAs(shop, 'owner')
    const unknown = await signIn(visitor, PASSWORD, 'nobody@shop.example')
    const wrong = await signIn(visitor, 'wrong')
    expect([unknown.statusCode, unknown.json()]).toEqual([wrong.statusCode, wrong.json()])
    expect(wrong.statusCode).toBe(401)
    for (let guess = 1; guess < 10; guess += 1) await signIn(visitor, `wrong ${guess}`)
    expect(shop.waits.length).toBeGreaterThan(0)
    const rejected = await signIn(visitor, PASSWORD)
    expect([rejected.statusCode, Number(rejected.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    shop.passTime(16 * 60_000)
    expect((await signIn(visitor)).json()).toEqual({ next: 'code' })
  })

  test('very many guesses from everywhere do not lock an owner out', async () => {
    await signInAs(shop, 'owner')
    const guessed = {
      key_hash: createHash('sha256').update(`admin guess at ${EMAIL}`).digest('hex'),
      counted: 1000,
      expires_at: new Date(shop.clock().getTime() + 60_000).toISOString(),
    }
    await shop.store.database.insertInto('rate_limits').values(guessed).execute()
    expect((await signIn(visitAdmin(shop.app), 'one more guess')).statusCode).toBe(429)
    expect((await signIn(visitor)).json()).toEqual({ next: 'code' })
    expect(shop.waits).toEqual([2000, 2000])
  })

  test("cookies are only sent with the admin's calls, and scripts cannot read them", async () => {
    const response = await visitor.call(adminEntrance.acceptInvite, {
      token: await tokenOf(shop, 'owner'),
      name: 'Ada',
      email: EMAIL,
      password: PASSWORD,
    })
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({
      name: 'admin.session_token',
      path: '/api/admin',
      httpOnly: true,
      sameSite: 'Strict',
    })
    expect(cookie?.secure).toBeUndefined()
  })

  onBoth('sessions are listed, ended one by one and all at once', async () => {
    const owner = await signInAs(shop, 'owner')
    await signIn(visitor)
    await visitor.call(adminEntrance.verifyCode, { code: totpCode(owner.secret, 1) })
    const { sessions } = (await owner.call(adminSession.listSessions)).json()
    expect(sessions).toHaveLength(2)
    expect(JSON.stringify(sessions)).not.toContain('token')
    const other = sessions.find(({ current }: { current: boolean }) => !current)
    const helper = await signInAs(shop, 'helper')
    expect((await helper.call(adminSession.endSession, { id: other.id })).statusCode).toBe(404)
    expect((await owner.call(adminSession.endSession, { id: other.id })).statusCode).toBe(200)
    expect([await statusOf(visitor), await statusOf(owner)]).toEqual([401, 200])
    await owner.call(adminSession.endAllSessions)
    expect([await statusOf(owner), await statusOf(helper)]).toEqual([401, 200])
  })

  test('signing out ends the session, also for a stolen cookie', async () => {
    const owner = await signInAs(shop, 'owner')
    const copy = visitAdmin(shop.app)
    for (const [name, value] of owner.cookies) copy.cookies.set(name, value)
    expect((await owner.call(adminEntrance.signOut)).statusCode).toBe(200)
    expect(await statusOf(copy)).toBe(401)
  })

  test('a new password needs the current one and ends other sessions', async () => {
    const owner = await signInAs(shop, 'owner')
    await signIn(visitor)
    await visitor.call(adminEntrance.verifyCode, { code: totpCode(owner.secret, 1) })
    const change = (current_password: string, new_password = 'a different sentence') =>
      owner.call(adminSession.changePassword, { current_password, new_password })
    expect((await change('wrong')).json()).toMatchObject({ details: [{ field: 'current_password' }] })
    expect((await change(PASSWORD, 'short')).json()).toMatchObject({ details: [{ field: 'new_password' }] })
    expect((await change(PASSWORD)).statusCode).toBe(200)
    expect([await statusOf(owner), await statusOf(visitor)]).toEqual([200, 401])
    expect((await signIn(visitAdmin(shop.app))).statusCode).toBe(401)
  })

  onBoth('with a full disk the admin can still be opened by a session that would be extended', async () => {
    const owner = await signInAs(shop, 'owner')
    const soon = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
    await shop.store.database.updateTable('admin_sessions').set({ expires_at: soon }).execute()
    const makeRoom = await fillDiskOfTable(shop.store.database, engine, 'admin_sessions')
    const withoutRoom = await statusOf(owner)
    await makeRoom()
    const expiries = () => shop.store.database.selectFrom('admin_sessions').select('expires_at').execute()
    expect([withoutRoom, await expiries()]).toEqual([200, [{ expires_at: soon }]])
    expect(await statusOf(owner)).toBe(200)
    expect(await expiries()).not.toEqual([{ expires_at: soon }])
  })

  test('neither email address nor token, password or code reaches the log', async () => {
    const owner = await signInAs(shop, 'owner')
    await signIn(visitor, 'wrong')
    await signIn(visitor, PASSWORD, 'nobody@shop.example')
    const { path } = await inviteAdmin(
      { database: shop.store.database, clock: shop.clock, actor: 'command' },
      { role: 'helper' },
    )
    await shop.app.inject({ url: path, headers: { host: 'localhost' } })
    const secrets = [EMAIL, 'nobody@', PASSWORD, owner.secret, path.split('#')[1] ?? '', ...owner.cookies.values()]
    for (const secret of secrets) expect(shop.logged()).not.toContain(secret)
  })

  onBoth('no code, link or cookie is stored for an Idempotency-Key', async () => {
    const owner = await acceptAs(shop, 'owner', EMAIL)
    const key = { 'idempotency-key': 'once' }
    const uri = (await owner.call(adminSession.startTotp, { password: PASSWORD }, key)).json().uri
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    await owner.call(adminEntrance.verifyCode, { code: totpCode(secret) })
    for (const [endpoint, body] of [
      [adminSession.newPasskeyOptions, { password: PASSWORD }],
      [adminSession.renewRecoveryCodes, { password: PASSWORD }],
      [adminOwners.inviteOwner, { role: 'helper' }],
      [adminSession.changePassword, { current_password: PASSWORD, new_password: 'a different sentence' }],
    ] as const) {
      expect((await owner.call(endpoint, body, key)).statusCode, endpoint.path).toBe(200)
    }
    const stored = () => shop.store.database.selectFrom('admin_idempotency_keys').select('key').execute()
    expect(await stored()).toEqual([])
    await owner.call(adminSession.endAllSessions, {}, key)
    expect(await stored()).toEqual([{ key: 'once' }])
  })

  test('challenges for passkeys are limited per address, since each is stored', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 32; call += 1)
      statuses.push((await visitor.call(adminEntrance.passkeyOptions)).statusCode)
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([30, 429])
  })

  test("the tables match the library's schema", async () => {
    const { database } = shop.store
    const passwords = { hash: async () => '', verify: async () => false, dummyHash: '' }
    const options = authOptions({ database, secret: 'x'.repeat(40), passwords, shopName: () => 'Shop' }, false)
    const { toBeCreated, toBeAdded } = await getMigrations({ ...options, database: { db: database, type: engine } })
    expect([toBeCreated, toBeAdded]).toEqual([[], []])
  })

  test('a user without a second factor cannot read inquiries', async () => {
    const newcomer = await acceptAs(shop, 'owner', EMAIL)
    expect((await newcomer.call(adminContact.listInquiries)).statusCode).toBe(403)
    expect((await newcomer.call(adminSession.listSessions)).statusCode).toBe(403)
  })
})

test('without its database the admin is unavailable, and no session counts as ended', async () => {
  const shop = await openTestShop('sqlite')
  const owner = await signInAs(shop, 'owner')
  await shop.store.close()
  for (const endpoint of [adminSession.getSession, adminContact.listInquiries]) {
    const response = await owner.call(endpoint)
    expect([response.statusCode, response.json().error]).toEqual([503, 'unavailable'])
  }
  await shop.close()
})
