import { accountCalls } from '@shop/contract/accounts/calls'
import { ownAccountCalls } from '@shop/contract/accounts/own-account'
import { MINUTE_MS } from '@shop/contract/durations'
import { orderCalls } from '@shop/contract/orders/calls'
import { pino } from 'pino'
import { describe, expect, onTestFinished } from 'vitest'
import { createMailer } from '../mail/mailer.ts'
import { startOutbox } from '../mail/outbox-worker.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { openMailServer } from '../testing/servers/mail-server.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { signIn as signInWith } from './sign-in.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@shop.example', password: 'engine1843' }
const NEW_PASSWORD = 'difference1822'
const INVALID_LINK = 'This link no longer works. Please ask for a new one.'

describe.each(ENGINES)('an account on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)

  const signUp = (person: Partial<typeof ADA> = {}) => {
    const body = { ...ADA, ...person }
    return shop.call(accountCalls.signUp, { body: { ...body, loginId: body.email } })
  }
  const signIn = (password: string) => shop.call(accountCalls.signIn, { body: { loginId: ADA.email, password } })
  const account = (token: string) => shop.call(ownAccountCalls.getAccount, {}, { token })
  const forget = (email: string) => shop.call(ownAccountCalls.requestPasswordReset, { body: { email } })
  const reset = (token: string, password = NEW_PASSWORD) =>
    shop.call(ownAccountCalls.resetPassword, { body: { token, password } })
  const changePassword = (token: string, currentPassword: string, password = NEW_PASSWORD) =>
    shop.call(ownAccountCalls.changePassword, { body: { currentPassword, password } }, { token })
  const confirm = (session: string, token: string) =>
    shop.call(ownAccountCalls.confirmAddress, { body: { token } }, { token: session })
  const close = (token: string, password: string) =>
    shop.call(ownAccountCalls.closeAccount, { body: { password } }, { token })
  const ordersOf = async ({ user, token }: Awaited<ReturnType<typeof signUp>>) =>
    (await shop.call(orderCalls.listOrders, { query: { customerId: user.customer_id } }, { token })).map(
      ({ order_id }) => order_id,
    )
  const mails = () => shop.store.database.selectFrom('outbox').selectAll().orderBy('created_at').execute()
  const kinds = async () => (await mails()).map(({ kind }) => kind).toSorted()
  const links = () => shop.store.database.selectFrom('account_links').selectAll().execute()
  /** The token in the last message of a kind. */
  async function mailedToken(kind: string): Promise<string> {
    const mail = (await mails()).findLast((one) => one.kind === kind)
    return /#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }

  test('shows its name, address and sessions, and takes another name', async () => {
    const { token, user } = await signUp()
    const seen = await account(token)
    expect(seen).toEqual({
      user,
      emailConfirmed: false,
      sessions: [{ device: 'A browser', signedInAt: expect.any(String), current: true }],
    })
    const name = { firstName: ' Zoë ', lastName: 'Núñez' }
    const changed = await shop.call(ownAccountCalls.changeName, { body: name }, { token })
    expect(changed).toEqual({ ...user, firstName: 'Zoë', lastName: 'Núñez' })
    expect((await account(token)).user).toEqual(changed)
    expect((await signIn(ADA.password)).user).toEqual(changed)
  })

  test('a session names its device in words; the header itself is not stored', async () => {
    await signUp()
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 x-secret-plugin'
    const { token } = (
      await shop.app.inject({
        method: 'POST',
        url: accountCalls.signIn.path,
        headers: { 'user-agent': agent },
        payload: { loginId: ADA.email, password: ADA.password },
      })
    ).json()
    const { sessions } = await account(token)
    expect(sessions.filter(({ current }) => current).map(({ device }) => device)).toEqual(['Firefox on Linux'])
    expect(sessions).toHaveLength(2)
    expect(JSON.stringify(await shop.store.database.selectFrom('sessions').selectAll().execute())).not.toContain(
      'secret',
    )
  })

  test('signing out everywhere ends every session, and only those of the customer', async () => {
    const [here, ben] = [await signUp(), await signUp({ email: 'ben@shop.example' })]
    const there = await signIn(ADA.password)
    await shop.call(ownAccountCalls.endSessions, {}, { token: there.token })
    for (const { token } of [here, there]) await expect(account(token)).rejects.toMatchObject({ status: 401 })
    expect((await account(ben.token)).sessions).toHaveLength(1)
  })

  test('a change of password needs the current one, ends all other sessions, and is confirmed by email', async () => {
    const here = await signUp()
    await confirm(here.token, await mailedToken('welcome'))
    const there = await signIn(ADA.password)
    await expect(changePassword(here.token, 'wrong1843')).rejects.toMatchObject({ status: 403 })
    await expect(changePassword(here.token, ADA.password, 'password1')).rejects.toMatchObject({ status: 400 })
    expect((await account(there.token)).sessions).toHaveLength(2)
    await changePassword(here.token, ADA.password)
    expect((await account(here.token)).sessions).toHaveLength(1)
    await expect(account(there.token)).rejects.toMatchObject({ status: 401 })
    await expect(signIn(ADA.password)).rejects.toMatchObject({ status: 401 })
    await signIn(NEW_PASSWORD)
    expect(await kinds()).toEqual(['password-changed', 'welcome'])
  })

  test('wrong passwords of somebody who is signed in are limited', async () => {
    const { token } = await signUp()
    const statusOf = (call: Promise<unknown>) =>
      call.then(
        () => 200,
        (error) => Number(Reflect.get(error, 'status')),
      )
    for (let guess = 0; guess < 10; guess += 1) expect(await statusOf(close(token, 'wrong1843'))).toBe(403)
    expect(await statusOf(close(token, ADA.password))).toBe(429)
    expect(await statusOf(changePassword(token, ADA.password))).toBe(429)
    shop.passTime(16 * MINUTE_MS)
    expect(await statusOf(changePassword(token, ADA.password))).toBe(200)
  })

  test('a password that changes while somebody signs in with the old one opens no session', async () => {
    const here = await signUp()
    const request = Object.assign(Object.create(null), { ip: '192.0.2.1', headers: {}, log: shop.app.log })
    const signedIn = await signInWith(
      {
        database: shop.store.database,
        clock: shop.clock,
        passwords: {
          hash: async () => '',
          dummyHash: '',
          // The change happens just after the old password was found right.
          verify: async () => {
            await changePassword(here.token, ADA.password)
            return true
          },
        },
        rateLimiter: { count: async () => {}, countWith: async () => {}, attempt: (_keys, work) => work(false) },
      },
      request,
      { loginId: ADA.email, password: ADA.password },
    )
    expect(signedIn).toBeNull()
    expect((await account(here.token)).sessions).toHaveLength(1)
  })

  test('a forgotten password is replaced by an emailed link: all sessions end, and the address is confirmed', async () => {
    const here = await signUp()
    await forget(' ada@shop.EXAMPLE ')
    const token = await mailedToken('password-reset')
    expect(token).toMatch(/^[\w-]{43}$/)
    await expect(reset(token, 'password1')).rejects.toMatchObject({ status: 400 })
    await reset(token)
    await expect(account(here.token)).rejects.toMatchObject({ status: 401 })
    await expect(signIn(ADA.password)).rejects.toMatchObject({ status: 401 })
    const { token: session } = await signIn(NEW_PASSWORD)
    expect(await account(session)).toMatchObject({ emailConfirmed: true })
    expect(await kinds()).toEqual(['password-changed', 'password-reset', 'welcome'])
  })

  test('a link that is used, old, foreign or cut is refused in the same words', async () => {
    const { token: session } = await signUp()
    const other = await signUp({ email: 'ben@shop.example' })
    await forget(ADA.email)
    const used = await mailedToken('password-reset')
    await reset(used)
    await forget(ADA.email)
    const old = await mailedToken('password-reset')
    const confirmation = await mailedToken('welcome')
    const linkError = { status: 409, serverMessage: INVALID_LINK }
    for (const bad of [used, confirmation, session, old.slice(0, -1), `${old}x`, '', ' ', 'x'.repeat(1000), 'é🎒']) {
      await expect(reset(bad), bad).rejects.toMatchObject(linkError)
    }
    // Ben's own link, and the one of a password: neither confirms Ada's address.
    for (const bad of [await mailedToken('password-reset'), old, '']) {
      await expect(confirm(other.token, bad), bad).rejects.toMatchObject(linkError)
    }
    shop.passTime(30 * MINUTE_MS)
    await expect(reset(old)).rejects.toMatchObject(linkError)
    await signIn(NEW_PASSWORD)
  })

  onBoth('a link that is used twice at the same instant sets one password', async () => {
    await signUp()
    await forget(ADA.email)
    const token = await mailedToken('password-reset')
    const responses = await Promise.allSettled([reset(token, 'first1843'), reset(token, 'second1843')])
    expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await kinds()).filter((kind) => kind === 'password-changed')).toHaveLength(1)
  })

  test('an unknown address gets the same response and the same writes, and no email', async () => {
    await signUp()
    const post = (email: string) =>
      shop.app.inject({ method: 'POST', url: ownAccountCalls.requestPasswordReset.path, payload: { email } })
    const responses = [await post(ADA.email), await post('nobody@shop.example')]
    const [known, unknown] = responses.map(({ statusCode, payload, headers }) => {
      return { statusCode, payload, names: Object.keys(headers) }
    })
    expect(unknown).toEqual(known)
    expect(await kinds()).toEqual(['password-reset', 'welcome'])
    const written = (await links()).filter(({ purpose }) => purpose === 'reset-password')
    expect(written.map(({ customer_id }) => customer_id === null).toSorted()).toEqual([false, true])
    expect(shop.logged()).not.toMatch(/nobody|#token/)
  })

  test('a confirmed address gets three emails in 30 minutes, more are dropped silently; a visitor may request ten', async () => {
    await confirm((await signUp()).token, await mailedToken('welcome'))
    for (let request = 0; request < 10; request += 1) await forget(ADA.email)
    expect((await kinds()).filter((kind) => kind === 'password-reset')).toHaveLength(3)
    await expect(forget(ADA.email)).rejects.toMatchObject({ status: 429 })
    shop.passTime(31 * MINUTE_MS)
    await forget(ADA.email)
    expect((await kinds()).filter((kind) => kind === 'password-reset')).toHaveLength(4)
  })

  test('tokens of links are stored as hashes, and a sent link that sets a password is nowhere', async () => {
    const { database } = shop.store
    const server = await openMailServer()
    onTestFinished(() => server.close())
    await signUp()
    await forget(ADA.email)
    const token = await mailedToken('password-reset')
    expect(JSON.stringify(await links())).not.toContain(token)
    const mailer = createMailer({ smtpUrl: server.url, publicUrl: 'https://shop.example' }, () =>
      getShopSettings(database),
    )
    const worker = startOutbox({
      database,
      mailer,
      log: pino({ level: 'silent' }),
      clock: shop.clock,
      pollInterval: 20,
    })
    await expect.poll(async () => (await mails()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    await worker.close()
    expect(server.received.map(({ recipients }) => recipients)).toEqual([[ADA.email], [ADA.email]])
    const raw = server.received.map((mail) => mail.raw.replace(/=\r\n/g, '').replace(/=3D/g, '=')).join()
    expect(raw).toContain(`/reset-password#token=${token}`)
    expect(raw).not.toContain('Lovelace')
    expect(JSON.stringify(await mails())).not.toContain(token)
    await reset(token)
  })

  test("a guest's orders with the same address appear once it is confirmed, never before", async () => {
    const { database } = shop.store
    const ada = await signUp()
    const guest = { first_name: 'A.', last_name: 'Love', email: 'ADA@shop.example' }
    await placeOrder(database, { order_id: '100001', order_date: '2026-11-02', ...namesOf(guest) })
    await placeOrder(database, { order_id: '100002', customer_id: ada.user.customer_id, order_date: '2026-11-01' })
    await placeOrder(database, { order_id: '100003', ...namesOf({ ...guest, email: 'ada@shop.example.org' }) })
    const find = (token: string) => shop.call(orderCalls.findOrder, { query: { ...ADA, orderId: '100001' } }, { token })
    expect(await ordersOf(ada)).toEqual(['100002'])
    expect(await find(ada.token)).toBeNull()
    await confirm(ada.token, await mailedToken('welcome'))
    expect(await ordersOf(ada)).toEqual(['100001', '100002'])
    expect(await find(ada.token)).toMatchObject({ order_id: '100001' })
    // The link once more changes nothing, and is no error.
    await confirm(ada.token, await mailedToken('welcome'))
  })

  test("an order of another account stays that account's, whatever address it names", async () => {
    const [ada, ben] = [await signUp(), await signUp({ email: 'ben@shop.example' })]
    const order = {
      ...namesOf({ first_name: 'B', last_name: 'N', email: ADA.email }),
      customer_id: ben.user.customer_id,
    }
    await placeOrder(shop.store.database, order)
    await confirm(ada.token, (await mailedTokenTo(ADA.email)) ?? '')
    expect(await ordersOf(ada)).toEqual([])
    expect(await ordersOf(ben)).toEqual(['100001'])
  })

  test("somebody who signed up with a stranger's address sees nothing once the stranger opens the email", async () => {
    await placeOrder(shop.store.database, namesOf({ first_name: 'A', last_name: 'L', email: ADA.email }))
    const thief = await signUp()
    const stranger = await signUp({ email: 'ben@shop.example' })
    const token = (await mailedTokenTo(ADA.email)) ?? ''
    // Without signing in, and as another customer.
    await expect(shop.call(ownAccountCalls.confirmAddress, { body: { token } })).rejects.toMatchObject({ status: 401 })
    await expect(confirm(stranger.token, token)).rejects.toMatchObject({ status: 409 })
    expect(await ordersOf(thief)).toEqual([])
    // A new password takes the account out of the thief's hands.
    await forget(ADA.email)
    await reset(await mailedToken('password-reset'))
    await expect(ordersOf(thief)).rejects.toMatchObject({ status: 401 })
    expect(await ordersOf(await signIn(NEW_PASSWORD))).toEqual(['100001'])
  })

  test('a new email confirms the address too; one an hour, none once it is confirmed', async () => {
    const { token } = await signUp()
    const send = () => shop.call(ownAccountCalls.sendConfirmation, {}, { token })
    await expect(send()).rejects.toMatchObject({
      status: 429,
      serverMessage: expect.stringContaining('check your inbox'),
    })
    shop.passTime(61 * MINUTE_MS)
    await send()
    await expect(send()).rejects.toMatchObject({ status: 429 })
    await confirm(token, await mailedToken('address-confirmation'))
    expect(await account(token)).toMatchObject({ emailConfirmed: true })
    await send()
    expect((await kinds()).filter((kind) => kind === 'address-confirmation')).toHaveLength(1)
  })

  onBoth(
    'closing needs the password, deletes the account and its emails, keeps orders, and is confirmed by email',
    async () => {
      const { database } = shop.store
      const ada = await signUp()
      await confirm(ada.token, await mailedToken('welcome'))
      await signIn(ADA.password)
      await forget(ADA.email)
      await placeOrder(database, { order_id: '100001', customer_id: ada.user.customer_id })
      const waiting = { token_hash: 'a', product_id: '', confirmed_at: null, due_at: null, expires_at: '2030-01-01' }
      await database
        .insertInto('waitlist')
        .values({ ...waiting, email: ADA.email.toLowerCase() })
        .execute()
      await expect(close(ada.token, 'wrong1843')).rejects.toMatchObject({ status: 403 })
      expect(await ordersOf(ada)).toEqual(['100001'])
      await close(ada.token, ADA.password)
      for (const table of ['customers', 'sessions', 'known_addresses', 'account_links', 'waitlist'] as const) {
        expect(await database.selectFrom(table).selectAll().execute()).toEqual([])
      }
      expect(await kinds()).toEqual(['account-closed'])
      await expect(account(ada.token)).rejects.toMatchObject({ status: 401 })
      const orders = await database.selectFrom('orders').select(['order_id', 'customer_id', 'email']).execute()
      expect(orders).toEqual([{ order_id: '100001', customer_id: null, email: 'jose@example.org' }])
      expect(await database.selectFrom('order_items').select('order_id').execute()).toHaveLength(2)
      // The address is free again.
      await signUp()
    },
  )

  test("signing up with a stranger's address causes one email an hour, whatever they do then", async () => {
    const passwords = [ADA.password, NEW_PASSWORD]
    const { token } = await signUp()
    for (let time = 0; time < 6; time += 1) {
      await changePassword(token, passwords[time % 2] ?? '', passwords[(time + 1) % 2])
      await shop.call(ownAccountCalls.sendConfirmation, {}, { token }).catch(() => {})
    }
    expect(await kinds()).toEqual(['welcome'])
    await close(token, ADA.password)
    for (let time = 0; time < 3; time += 1) {
      const again = await signUp({ email: 'ADA@shop.example' })
      expect(await kinds()).toEqual([])
      await close(again.token, ADA.password)
    }
    expect(await kinds()).toEqual([])
    shop.passTime(61 * MINUTE_MS)
    await signUp()
    expect(await kinds()).toEqual(['welcome'])
  })

  onBoth(
    'addresses of one mailbox get one welcome and one reset an hour, whatever stands behind a plus sign',
    async () => {
      const emails = ['ada+1@gmail.com', 'ada+2@gmail.com', 'a.da@googlemail.com']
      for (const email of emails) {
        await signUp({ email })
        await forget(email)
      }
      const mails = await shop.store.database
        .selectFrom('outbox')
        .select(['kind', 'recipient'])
        .orderBy('kind')
        .execute()
      expect(mails).toEqual([
        { kind: 'password-reset', recipient: emails[0] },
        { kind: 'welcome', recipient: emails[0] },
      ])
    },
  )

  test('an address that no one has confirmed gets one reset an hour, to recover its account', async () => {
    await signUp()
    for (let request = 0; request < 5; request += 1) await forget(ADA.email)
    expect(await kinds()).toEqual(['password-reset', 'welcome'])
    shop.passTime(61 * MINUTE_MS)
    await forget(ADA.email)
    expect(await kinds()).toEqual(['password-reset', 'password-reset', 'welcome'])
  })

  test('every call needs a session', async () => {
    await signUp()
    for (const [method, url, payload] of [
      ['GET', ownAccountCalls.getAccount.path, undefined],
      ['POST', ownAccountCalls.changeName.path, { firstName: 'A', lastName: 'B' }],
      ['POST', ownAccountCalls.changePassword.path, { currentPassword: ADA.password, password: NEW_PASSWORD }],
      ['POST', ownAccountCalls.endSessions.path, undefined],
      ['POST', ownAccountCalls.closeAccount.path, { password: ADA.password }],
      ['POST', ownAccountCalls.sendConfirmation.path, undefined],
      ['POST', ownAccountCalls.confirmAddress.path, { token: 'x' }],
    ] as const) {
      const response = await shop.app.inject({ method, url, ...(payload === undefined ? {} : { payload }) })
      expect(response.statusCode, url).toBe(401)
      expect(await kinds()).toEqual(['welcome'])
    }
  })

  /** The token in the message that welcomes an address. */
  async function mailedTokenTo(recipient: string): Promise<string | undefined> {
    const mail = (await mails()).find((one) => one.kind === 'welcome' && one.recipient === recipient)
    return /#token=(\S+)/.exec(mail?.text ?? '')?.[1]
  }
})

function namesOf({ first_name, last_name, email }: { first_name: string; last_name: string; email: string }) {
  return { first_name, last_name, email }
}
