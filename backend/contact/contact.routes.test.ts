import { CONTACT_REASONS, contactCalls, MESSAGE_LENGTH } from '@shop/contract/contact/calls'
import { expect, test } from 'vitest'
import { shop as config } from '../../shop.config.ts'
import { changeSettings } from '../admin/settings/change-settings.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { listInquiries } from './contact.repository.ts'

const MESSAGE = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@shop.example',
  reason: 'Inquiry about any product',
  reference: 'Campus Slim Backpack, Blue',
  message: 'Do you repair zippers?\n\nThank you.',
}
const FIELDS = ['firstName', 'lastName', 'email', 'reason', 'reference', 'message'] as const
const HTML = '<img src=x onerror=alert(1)><script>alert(2)</script>'

const shop = eachTestShop('sqlite')

const post = (body: unknown, ip = '192.0.2.1') =>
  shop.app.inject({
    method: 'POST',
    url: contactCalls.contactUs.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
    remoteAddress: ip,
  })
const stored = (filter: Parameters<typeof listInquiries>[1] = 'all') => listInquiries(shop.store.database, filter)
const mails = () => shop.store.database.selectFrom('outbox').selectAll().execute()

test('a message is stored, and an email to the shop with the sender as Reply-To is queued', async () => {
  const response = await post(MESSAGE)
  expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
  expect(await stored('open')).toMatchObject([
    { first_name: 'Ada', email: MESSAGE.email, reference: MESSAGE.reference, message: MESSAGE.message },
  ])
  const [mail] = await mails()
  expect(mail).toMatchObject({ kind: 'contact', recipient: config.email, reply_to: MESSAGE.email })
  expect(mail?.subject).toBe('Inquiry about any product: Ada Lovelace')
  expect(mail?.text).toContain('> Do you repair zippers?')
  const [message] = await stored('open')
  expect(mail?.text).toContain(`/admin/inquiries/${message?.message_id}\n`)
  expect(mail?.text).not.toContain('npm run')
})

test("the email leads to the shop's own https address where PUBLIC_URL is one of this machine", async () => {
  await shop.close()
  Object.assign(shop, await openTestShop('sqlite', {}, { PUBLIC_URL: 'http://localhost:4100' }))
  const { database } = shop.store
  const context = { database, clock: shop.clock, actor: 'command', findOpeningProblems: async () => [] }
  await changeSettings(context, { url: 'https://shop.example' })
  await post(MESSAGE)
  expect((await mails())[0]?.text).toContain('https://shop.example/admin/inquiries/')
})

test('inquiries from wherever cause 200 emails an hour together and one that says so, and all of them are stored', async () => {
  for (let index = 0; index < 203; index += 1)
    expect((await post(MESSAGE, `10.0.${index % 100}.1`)).statusCode).toBe(200)
  const texts = (await mails()).map(({ text }) => text)
  expect(texts).toHaveLength(201)
  expect(texts.filter((text) => text.includes('no emails are sent about further ones'))).toHaveLength(1)
  expect(await stored()).toHaveLength(203)
  expect(shop.logged()).toContain('so many inquiries')
})

test('every reason of the list is accepted, and the reference is optional', async () => {
  for (const [index, reason] of CONTACT_REASONS.entries()) {
    const { reference: _, ...message } = MESSAGE
    expect((await post({ ...message, reason }, `192.0.2.${index}`)).statusCode).toBe(200)
  }
  expect(new Set((await stored()).map(({ reason }) => reason))).toEqual(new Set(CONTACT_REASONS))
})

test('a message without one of its fields is rejected', async () => {
  for (const [index, field] of FIELDS.filter((name) => name !== 'reference').entries()) {
    for (const value of [undefined, '', '   ', null, 7, {}]) {
      const response = await post({ ...MESSAGE, [field]: value }, `198.51.100.${index}`)
      expect(response.statusCode, field).toBe(400)
      expect(response.json()).toMatchObject({ success: false, error: 'invalid_request', details: [{ field }] })
    }
    expect(await stored()).toEqual([])
    expect(await mails()).toEqual([])
  }
})

test('an email address without a dot is rejected', async () => {
  const response = await post({ ...MESSAGE, email: 'ada@shop' })
  expect(response.json()).toMatchObject({
    details: [{ field: 'email', message: 'Please enter a valid email address' }],
  })
})

test('50,000 characters are rejected, 5,000 are stored in full', async () => {
  expect((await post({ ...MESSAGE, message: 'a'.repeat(50_000) })).statusCode).toBe(400)
  const longest = 'é'.repeat(MESSAGE_LENGTH)
  expect((await post({ ...MESSAGE, message: longest })).statusCode).toBe(200)
  expect((await stored())[0]?.message).toBe(longest)
})

test('HTML in any field is escaped in the email', async () => {
  const hostile = { ...MESSAGE, firstName: HTML, lastName: HTML, reference: HTML, message: HTML }
  expect((await post(hostile)).statusCode).toBe(200)
  const [mail] = await mails()
  expect(mail?.html).not.toMatch(/<script|<img src=x/)
  expect(mail?.html).toContain('&lt;script&gt;')
  expect((await stored())[0]?.message).toBe(HTML)
})

test('HTML as email address or reason is rejected', async () => {
  expect((await post({ ...MESSAGE, email: HTML })).statusCode).toBe(400)
  expect((await post({ ...MESSAGE, reason: HTML })).statusCode).toBe(400)
})

test.each(['\r\nBcc: all@victims.example', '\nSubject: won', '\u2028To: x@victims.example', '\u0085X: y'])(
  'a field that tries to add a header (%j) adds none',
  async (injected) => {
    const line = `Ada${injected}`
    expect((await post({ ...MESSAGE, firstName: line, lastName: line, reference: line })).statusCode).toBe(200)
    const [mail] = await mails()
    for (const header of [mail?.subject, mail?.recipient, mail?.reply_to]) {
      expect(header).not.toMatch(/[\r\n\u0085\u2028]/)
    }
    expect(mail?.reply_to).toBe(MESSAGE.email)
    // Nor a line that looks like one of the mail's header lines.
    expect(mail?.text.split('\n').filter((text) => /^(Bcc|Subject|To|X):/.test(text))).toEqual([])
    expect((await post({ ...MESSAGE, email: `ada@shop.example${injected}` })).statusCode).toBe(400)
  },
)

test('an address that could name a second recipient is stored, but not used as Reply-To', async () => {
  expect((await post({ ...MESSAGE, email: 'a,b@shop.example' })).statusCode).toBe(200)
  const [mail] = await mails()
  expect(mail?.reply_to).toBeNull()
  expect(mail?.text).not.toContain('Answer this message')
  expect(mail?.text).toContain('looks mistyped')
  expect(await stored()).toHaveLength(1)
})

test('messages are limited per client address', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => post(MESSAGE)))
  const rejected = responses.filter(({ statusCode }) => statusCode === 429)
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected[0]?.json()).toMatchObject({ success: false, error: 'rate_limited' })
  expect(Number(rejected[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(await stored()).toHaveLength(10 - rejected.length)
  expect((await post(MESSAGE, '192.0.2.77')).statusCode).toBe(200)
  shop.passTime(11 * 60_000)
  expect((await post(MESSAGE)).statusCode).toBe(200)
})

test('a message that fills the honeypot field is stored as spam and not emailed', async () => {
  const response = await post({ ...MESSAGE, website: 'https://spam.example' })
  expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
  expect(await stored('all')).toEqual([])
  expect(await stored('spam')).toMatchObject([{ email: MESSAGE.email, message: MESSAGE.message }])
  expect(await mails()).toEqual([])
  expect((await post({ ...MESSAGE, website: '' })).statusCode).toBe(200)
  expect(await stored('open')).toHaveLength(1)
})

test('nothing a visitor wrote is logged', async () => {
  await post(MESSAGE)
  await post({ ...MESSAGE, email: 'ada@shop' })
  expect(shop.logged()).not.toMatch(/Ada|Lovelace|zippers|shop\.example/)
})
