import { DAY_MS } from '@shop/contract/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/database.ts'
import { updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { eachTestShop } from '../testing/test-hooks.ts'

const SOLD_OUT = '202'
const IN_STOCK = '101'
const ADA = 'ada@shop.example'
const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }

describe('the forms of "Tell me when"', () => {
  const shop = eachTestShop('sqlite')
  let caller = 0
  beforeEach(() => {
    shop.stopTime()
    caller = 0
  })

  const nextClient = () => {
    caller += 1
    return `192.0.2.${caller}`
  }
  /** Sends a form from an address of its own, and returns where it leads. */
  const send = async (search: string, fields: Record<string, string>, ip = nextClient()) => {
    const response = await shop.app.inject({
      method: 'POST',
      url: `/tell-me${search}`,
      headers: FORM,
      payload: new URLSearchParams(fields).toString(),
      remoteAddress: ip,
    })
    return { status: response.statusCode, to: String(response.headers.location ?? ''), body: response.body }
  }
  const ask = async (product: string, email: string) =>
    (await send(product === '' ? '' : `?product=${product}`, { email })).to
  const waiting = () => shop.store.database.selectFrom('waitlist').selectAll().orderBy('product_id').execute()
  const mails = () => shop.store.database.selectFrom('outbox').selectAll().orderBy('created_at').execute()
  /** The search parameters of the link in the newest mail. */
  const link = async () => /\/tell-me(\?\S+)/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''

  test('an address waits once its owner has pressed a button on the page of the email; the token is stored as a hash', async () => {
    expect(await ask(SOLD_OUT, ' Ada@Shop.Example ')).toBe('/tell-me?product=202&step=sent')
    expect(await mails()).toMatchObject([
      {
        kind: 'waitlist-confirmation',
        recipient: ADA,
        subject: 'Should we email you when Weekender Duffel, Grey is back in stock?',
      },
    ])
    const search = await link()
    expect(await waiting()).toMatchObject([{ email: ADA, product_id: SOLD_OUT, confirmed_at: null }])
    expect(JSON.stringify(await waiting())).not.toContain(new URLSearchParams(search).get('token'))
    // Opening the link, as mail programs do, confirms nothing.
    await shop.app.inject({ url: `/tell-me${search}` })
    expect(await waiting()).toMatchObject([{ confirmed_at: null }])
    expect((await send(search, { answer: 'yes' })).to).toBe('/tell-me?product=202&step=confirmed')
    expect(await waiting()).toMatchObject([{ confirmed_at: shop.clock().toISOString() }])
    // Again, as after Back, is no error.
    expect((await send(search, { answer: 'yes' })).to).toBe('/tell-me?product=202&step=confirmed')
    expect((await send(search, { answer: 'no' })).to).toBe('/tell-me?product=202&step=removed')
    expect(await waiting()).toEqual([])
    expect((await send(search, { answer: 'no' })).to).toBe('/tell-me?product=202&step=invalid')
  })

  test('the answer is the same for an address that waits already, which stays confirmed with the newest link', async () => {
    await ask('', ADA)
    const first = await link()
    await send(first, { answer: 'yes' })
    shop.passTime(DAY_MS)
    expect(await ask('', ADA)).toBe('/tell-me?step=sent')
    const [confirmed] = await waiting()
    expect(confirmed?.confirmed_at).not.toBeNull()
    expect(Date.parse(confirmed?.expires_at ?? '')).toBe(shop.clock().getTime() + 364 * DAY_MS)
    expect((await send(first, { answer: 'no' })).to).toBe('/tell-me?step=invalid')
    expect((await send(await link(), { answer: 'no' })).to).toBe('/tell-me?step=removed')
  })

  test('for a product in stock or an unknown one there is nothing to wait for, which the page says', async () => {
    for (const product of [IN_STOCK, 'no-such', "1' or '1'='1"]) {
      expect(await ask(encodeURIComponent(product), ADA)).toBe(`/tell-me?${new URLSearchParams({ product })}`)
    }
    expect(await waiting()).toEqual([])
  })

  test('nor for a draft, and not for orders that are open; a hidden product is waited for by its page', async () => {
    const { database } = shop.store
    const set = (status: 'draft' | 'hidden') =>
      database.updateTable('products').set({ status }).where('product_id', '=', SOLD_OUT).execute()
    await set('draft')
    expect(await ask(SOLD_OUT, ADA)).toBe('/tell-me?product=202')
    await set('hidden')
    expect(await ask(SOLD_OUT, ADA)).toBe('/tell-me?product=202&step=sent')
    await inTransaction(database, (trx) => updateShopSettings(trx, { orders: 'open' }))
    expect(await ask('', ADA)).toBe('/tell-me')
  })

  test('an address that is none, names two, or has a line break is refused at its field', async () => {
    const typed = ['', 'ada', 'ada@shop', `${ADA}\r\nBcc: eve@shop.example`, 'a@b.co, c@d.co', 'a'.repeat(300)]
    for (const email of typed) expect(await ask(SOLD_OUT, email)).toBe('/tell-me?product=202&step=malformed')
    expect(await mails()).toEqual([])
  })

  test('a link that is forged, incomplete or older than 7 days changes nothing', async () => {
    await ask(SOLD_OUT, ADA)
    const search = await link()
    for (const forged of ['?product=202&step=confirm', `?product=202&token=${'A'.repeat(43)}`]) {
      expect((await send(forged, { answer: 'yes' })).to).toBe('/tell-me?product=202&step=invalid')
    }
    shop.passTime(7 * DAY_MS)
    expect((await send(search, { answer: 'yes' })).to).toBe('/tell-me?product=202&step=invalid')
    expect(await waiting()).toMatchObject([{ confirmed_at: null }])
  })

  test.each([
    ['cross-site', 403, 0],
    ['same-site', 403, 0],
    ['same-origin', 303, 1],
  ])('a form that a browser calls %s is answered with %i', async (site, status, sent) => {
    const response = await shop.app.inject({
      method: 'POST',
      url: '/tell-me',
      headers: { ...FORM, 'sec-fetch-site': site },
      payload: new URLSearchParams({ email: ADA }).toString(),
    })
    expect(response.statusCode).toBe(status)
    expect(await mails()).toHaveLength(sent)
  })

  test('what is no form of the page is refused with a page', async () => {
    for (const fields of [{}, { answer: 'perhaps' }, { email: 'a'.repeat(2000) }]) {
      expect(await send('', fields)).toMatchObject({ status: 400, body: expect.stringContaining('<h1') })
    }
    expect((await send('?product=1&product=2', { email: ADA })).status).toBe(400)
    expect((await send('', { email: 'a'.repeat(5000) })).status).toBe(413)
  })

  test('of a flood of requests from one client 8 are served, and one mailbox gets 5 emails in six hours without being told', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 100 }, (_, at) => send('', { email: `ada${at}@shop.example` }, '192.0.2.200')),
    )
    expect(statuses.filter(({ status }) => status === 303)).toHaveLength(8)
    expect(statuses.find(({ status }) => status === 429)?.body).toContain('Too many attempts.')
    expect(await waiting()).toHaveLength(8)
    for (let at = 0; at < 10; at += 1) {
      expect(await ask(SOLD_OUT, `ada+${at}@gmail.com`)).toBe('/tell-me?product=202&step=sent')
      shop.passTime(DAY_MS / 48)
    }
    expect((await mails()).filter(({ recipient }) => recipient.startsWith('ada+'))).toHaveLength(5)
    // Gmail reads no dots.
    for (const email of ['a.da@gmail.com', 'a.d.a@googlemail.com'])
      expect(await ask(SOLD_OUT, email)).toBe('/tell-me?product=202&step=sent')
    expect((await mails()).filter(({ recipient }) => recipient.startsWith('a.'))).toEqual([])
    expect(await ask(SOLD_OUT, 'a.da@shop.example')).toBe('/tell-me?product=202&step=sent')
    expect((await mails()).filter(({ recipient }) => recipient === 'a.da@shop.example')).toHaveLength(1)
    expect(shop.logged()).not.toMatch(/shop\.example|gmail/)
  })

  test('all addresses together get 200 emails in an hour; further ones are told so, and the owner reads it in the log', async () => {
    const askAs = (at: number) => send('', { email: `bea${at}@shop.example` }, `198.51.${at >> 8}.${at & 255}`)
    const steps = []
    for (let at = 0; at < 201; at += 1) steps.push((await askAs(at)).to)
    expect(steps.slice(199)).toEqual(['/tell-me?step=sent', '/tell-me?step=busy'])
    expect(shop.logged()).toContain('no more of its emails are sent')
    // Requests without an email do not count as emails to their mailbox.
    for (let more = 0; more < 6; more += 1) expect((await askAs(200)).to).toBe('/tell-me?step=busy')
    shop.passTime(DAY_MS / 24)
    expect((await askAs(202)).to).toBe('/tell-me?step=sent')
  })
})
