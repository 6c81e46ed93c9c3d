import { adminAudit } from '@shop/contract/audit/admin'
import { contactCalls } from '@shop/contract/contact/calls'
import { adminMailTexts, type MailText } from '@shop/contract/mail/templates'
import { beforeEach, describe, expect, test } from 'vitest'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { storeText } from '../mail/texts/mail-texts.repository.ts'
import { MAIL_TEXT_NAMES, MAIL_TEXTS, ownWords, problemsOf } from '../mail/texts/mail-texts.ts'
import { MODULES } from '../modules.ts'
import { findProblems } from '../operations/doctor/find-problems.ts'
import { cancellationByShop } from '../orders/cancellation/cancellation.mail.ts'
import { orderPlacedMail } from '../orders/orders.mail.ts'
import { mailsOfOrder, sampleOrder } from '../orders/page/mail-samples.ts'
import { inTransaction } from '../platform/database/database.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'

test.each(MAIL_TEXT_NAMES)("the shop's own text of %s can be sent", (name) => {
  expect(problemsOf(name, ownWords(name))).toEqual([])
})

describe.each(ENGINES)('what emails say on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine, {}, { SMTP_URL: 'smtp://mail.example' })
  let owner: AdminVisitor
  beforeEach(async () => {
    owner = await signInAs(shop, 'owner')
  })

  const textOf = async (name: string) => {
    const { texts } = (await owner.call(adminMailTexts.listMailTexts)).json<{ texts: MailText[] }>()
    return texts.find((text) => text.name === name)
  }
  const change = (words: { subject?: string; body?: string; version?: number; name?: string }) =>
    owner.call(adminMailTexts.changeMailText, {
      name: 'order_confirmed',
      subject: 'Thank you, {first_name}',
      body: 'Dear {first_name},\n\n{items}\n\nyours, {shop}',
      version: 0,
      ...words,
    })
  const sampleOf = () => sampleOrder(shop.store.database, { shipDays: 2, today: '2026-11-26' })
  /** Writes the confirmation of an order, and returns what waits in the outbox. */
  const confirm = async (first_name = 'Ada') => {
    const { database } = shop.store
    const order = { ...(await sampleOf()), first_name }
    const settings = await getShopSettings(database)
    const id = await inTransaction(database, (trx) =>
      enqueueMail(trx, orderPlacedMail(order, { card: null, isCharged: false }, settings), {
        now: shop.clock(),
        shop: settings,
      }),
    )
    return database.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  test('every email about an order can be shown, and each placeholder of its text stands for something', async () => {
    const { database } = shop.store
    const mails = await mailsOfOrder(database, await sampleOf(), { settings: shop.settings, now: shop.clock() })
    const names = mails.map(({ text }) => text.name)
    const about = (await owner.call(adminMailTexts.listMailTexts))
      .json<{ texts: MailText[] }>()
      .texts.filter(
        ({ placeholders, name }) =>
          placeholders.some((one) => one.name === 'order_number') && name !== 'payment_disputed',
      )
    expect(names.toSorted()).toEqual(about.map(({ name }) => name).toSorted())
    for (const { text } of mails) {
      const known = about.find(({ name }) => name === text.name)?.placeholders.map(({ name }) => name)
      const isToFamily = MAIL_TEXTS[text.name].to === 'family'
      const common = ['shop', 'support_email', ...(isToFamily ? [] : ['order_page'])]
      expect([...Object.keys(text.values), ...common].toSorted()).toEqual(known?.toSorted())
      if (isToFamily) expect(text.values).toMatchObject({ link: expect.stringMatching(/\/admin\/orders\/200123$/) })
    }
  })

  test('the confirmation promises a cancellation for as long as the shop takes one: until the order ships', async () => {
    const { text, html } = await confirm()
    for (const letter of [text, html]) {
      expect(letter?.replace(/\s+/g, ' ')).toContain('You can cancel items until your order ships.')
      expect(letter?.match(/cancel/gi)).toHaveLength(1)
    }
  })

  test('an owner edits a text, emails say it from then on as text and HTML, and it is undone', async () => {
    const { audit_id } = (await change({})).json()
    expect(await textOf('order_confirmed')).toMatchObject({ is_edited: true, version: 1 })
    const mail = await confirm('<b>Ada</b>')
    expect(mail.subject).toBe('Thank you, <b>Ada</b>')
    expect(mail.text).toMatch(/^Dear <b>Ada<\/b>,\n\n- 1 × .*\n\nyours, /)
    expect(mail.html).toContain('>Dear &lt;b&gt;Ada&lt;/b&gt;,</p>')
    const [entry] = (await owner.call(adminAudit.listAudit)).json().entries
    expect(entry).toMatchObject({ id: audit_id, action: 'mail_text.changed', before: null, undo: 'possible' })
    expect(entry.names).toEqual({ order_confirmed: 'Order confirmed' })
    await owner.call(adminAudit.undoChange, { id: audit_id })
    expect(await textOf('order_confirmed')).toMatchObject({ is_edited: false, version: 2 })
    expect((await confirm()).text).toContain('Thank you for your order')
  })

  test('the text of the shop comes back, and two owners do not overwrite each other', async () => {
    await change({})
    const late = await change({ subject: 'Mine' })
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'Ada has changed this text since you opened it. Please look at it again.',
    ])
    const reset = await owner.call(adminMailTexts.resetMailText, { name: 'order_confirmed', version: 1 })
    expect(reset.statusCode).toBe(200)
    expect(await textOf('order_confirmed')).toMatchObject({ is_edited: false, subject: 'Your order # {order_number}' })
  })

  test.each([
    [{ subject: 'Two\nlines' }, 'subject', 'The subject has to be one line.'],
    [{ subject: '{items}' }, 'subject', '{items} needs a paragraph of its own'],
    [{ body: 'Hello\n\n{itemz}' }, 'body', 'Line 3: This email has no placeholder {itemz}.'],
    [{ body: 'Here: {items}' }, 'body', 'Line 1: {items} needs a paragraph of its own'],
    [{ body: 'Hello {first_name' }, 'body', 'Line 1: There’s a brace outside a placeholder.'],
    [{ name: 'pay_link', body: 'Please pay.' }, 'body', 'This email needs {link}.'],
    [{ name: 'delayed', body: 'It is delayed.\n\n{new_day}' }, 'body', 'This email needs {how_to_cancel}.'],
    [
      { name: 'delayed', body: 'It is delayed.\n\n{new_day}\n\n{how_to_cancel}' },
      'body',
      'This email needs {no_answer}.',
    ],
  ])('%o is refused at its field', async (words, field, message) => {
    const response = await change({ subject: 'Hello', ...words })
    expect(response.statusCode).toBe(400)
    expect(response.json().details).toContainEqual({ field, message: expect.stringContaining(message) })
  })

  onBoth('a text is shown and emailed to oneself with the latest order, and with an order of choice', async () => {
    const { database } = shop.store
    const words = { name: 'order_confirmed', subject: '{order_number}', body: 'Hello {first_name}, {order_number}.' }
    const preview = async (about: string) =>
      (await owner.call(adminMailTexts.previewMailText, { ...words, about })).json()
    expect(await preview('')).toMatchObject({ about: 'A sample order' })
    await placeOrder(database, { order_id: '100001', first_name: 'Kim' })
    expect(await preview('')).toMatchObject({
      about: 'Order # 100001',
      text: expect.stringMatching(/^Hello Kim, 100001/),
    })
    expect(await preview('100001')).toMatchObject({ subject: '100001' })
    expect(await preview('999999')).toMatchObject({ message: 'There is no order 999999.' })
    await owner.call(adminMailTexts.sendMailText, { ...words, about: '' })
    const sent = await database
      .selectFrom('outbox')
      .select(['recipient', 'subject'])
      .where('kind', '=', 'test')
      .execute()
    expect(sent).toEqual([{ recipient: 'owner@shop.example', subject: '100001' }])
    expect(await textOf('order_confirmed')).toMatchObject({ is_edited: false })
  })

  test('an email about an inquiry is shown with the latest one, and one about an account with examples', async () => {
    const sender = { firstName: 'Ada', lastName: 'L', email: 'ada@shop.example', reason: 'Feedback' } as const
    await shop.call(contactCalls.contactUs, { body: { ...sender, reference: '', message: 'It floats', website: '' } })
    const preview = async (name: 'inquiry_answer' | 'welcome') =>
      (await owner.call(adminMailTexts.previewMailText, { name, ...ownWords(name), about: '' })).json()
    expect(await preview('inquiry_answer')).toMatchObject({ text: expect.stringContaining('> It floats') })
    expect(await preview('welcome')).toMatchObject({
      about: 'Examples',
      subject: expect.stringMatching(/^Welcome to /),
    })
  })

  onBoth('a text that an update made unusable is not sent, and doctor says so', async () => {
    const { database } = shop.store
    const words = { subject: 'Cancelled', body: '{gone_placeholder}' }
    await inTransaction(database, (trx) => storeText(trx, 'cancelled_by_shop', { version: 3, words }))
    const settings = await getShopSettings(database)
    const order = await sampleOf()
    const mail = cancellationByShop(order, { items: order.items, reason: 'Gone', money: null }, settings)
    const id = await inTransaction(database, (trx) => enqueueMail(trx, mail, { now: shop.clock(), shop: settings }))
    const sent = await database.selectFrom('outbox').select('text').where('id', '=', id).executeTakeFirstOrThrow()
    expect(sent.text).toContain('we had to cancel these items')
    expect(await textOf('cancelled_by_shop')).toMatchObject({ is_broken: true, body: '{gone_placeholder}' })
    const found = await findProblems(
      { database, settings: shop.settings, clock: shop.clock, modules: MODULES },
      { thorough: false },
    )
    expect(found.find(({ code }) => code === 'mail_text_broken')?.text).toContain('"Cancelled by you"')
  })

  onBoth('what stands for a placeholder is not read as a text again', async () => {
    await change({ body: 'Hello {first_name}.\n\n{items}' })
    expect((await confirm('{shop}')).text).toMatch(/^Hello \{shop\}\./)
  })
})
