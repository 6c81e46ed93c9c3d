import { EMPTY_ADDRESS, formatAddress } from '@shop/contract/address/postal-address'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { shop } from '../../../shop.config.ts'
import { buildOrder } from '../../orders/build-order.ts'
import { orderPlacedMail, shipmentChangeMail } from '../../orders/orders.mail.ts'
import type { StoredOrder } from '../../orders/orders.repository.ts'
import { setLinkBase } from '../../platform/settings/link-base.ts'
import { type ComposedMail, composeWords, type NewMail } from '../enqueue-mail.ts'
import type { MailBlock, Sender } from '../texts/mail-blocks.ts'
import { exampleValues, MAIL_TEXT_NAMES, MAIL_TEXTS, ownWords } from '../texts/mail-texts.ts'
import { composeHtml } from './compose-html.ts'

/** Gmail hides what is beyond 102 KB. */
const MAX_BYTES = 60 * 1024
const shopAddress = { ...EMPTY_ADDRESS, address1: '12 Main St', city: 'Oakland', state: 'CA', zip: '94601' }
const OWN = { ...shop, url: 'https://bags.example', shopAddress }
const SENDER: Sender = { ...OWN, postalAddress: formatAddress(shopAddress), publicUrl: OWN.url }

const letter = (...blocks: MailBlock[]) => composeHtml({ title: 'Title', hasHeadline: true, blocks }, SENDER)
const composed = ({ text }: NewMail): ComposedMail => composeWords(text, ownWords(text.name), OWN)
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []

function orderOf(...items: Partial<StoredOrder['items'][number]>[]): StoredOrder {
  const bag = { product_id: '1', product_name: 'Bag', price_cents: 7900, quantity: 1, image_file: null }
  return buildOrder({
    order_id: '200123',
    order_date: '2026-11-28',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@mail.example',
    items: items.map((item) => ({ ...bag, ...item })),
  })
}
const confirmation = (order: StoredOrder) =>
  composed(orderPlacedMail(order, { card: { brand: 'Visa', last4: '1111' }, isCharged: false }, OWN))

describe.each(MAIL_TEXT_NAMES)('the email %s as HTML', (name) => {
  const { subject, html, text } = composeWords({ name, values: exampleValues(name) }, ownWords(name), OWN)

  test('is made for email programs: it runs nothing, loads the mark only, and is readable without style sheets', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).not.toMatch(/<script|<link|<iframe|<form|<object|@import|url\(|\son\w+=/i)
    expect(attributes(html, 'src')).toEqual(['https://bags.example/apple-touch-icon.png'])
    for (const table of tags(html, 'table')) expect(table).toContain('role="presentation"')
    for (const tag of [...tags(html, 'p'), ...tags(html, 'a')]) expect(tag).toContain(' style="')
    expect(html).toContain('max-width:600px')
    // Gmail keeps neither the element html nor its language.
    expect(html).toContain('<div role="article" aria-roledescription="email" lang="en">')
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES)
  })

  test('leads to web pages and the address for questions only, with one button where it has a link', () => {
    for (const href of attributes(html, 'href'))
      expect(href).toMatch(/^(https:\/\/|mailto:support@packwright\.example$)/)
    const link = Object.entries(MAIL_TEXTS[name].placeholders).find(([, spec]) => 'button' in spec)
    if (link === undefined) return
    expect(tags(html, 'a').filter((tag) => tag.includes('m-button-link'))).toHaveLength(1)
    expect(text).toContain(link[1].example)
  })

  test('names its subject, the shop, its address and how it is reached', () => {
    const body = html.slice(html.indexOf('<body'))
    if (name !== 'inquiry_answer') expect(tags(body, 'h1')).toHaveLength(1)
    expect(html).toContain(`<title>${subject.replaceAll("'", '&#39;').replaceAll('&', '&amp;')}</title>`)
    for (const part of [body, text])
      expect(part).toMatch(/Packwright[\s\S]*support@packwright\.example[\s\S]*12 Main St/)
  })
})

describe('with PUBLIC_URL', () => {
  afterEach(() => setLinkBase({ publicUrl: null, port: 0 }))

  test('links and pictures lead there, and not to the address of the settings', () => {
    setLinkBase({ publicUrl: 'https://public.example', port: 3000 })
    const { html, text } = confirmation(orderOf({ image_file: 'a.jpg' }))
    expect(html).toContain('src="https://public.example/images/a.jpg?w=240"')
    expect(text).toContain('https://public.example/orderAndReturn?order=200123')
    expect(html + text).not.toContain('bags.example')
  })
})

test('an order is a table with pictures, whose sums end where its prices end', () => {
  const { html, text } = confirmation(orderOf({ image_file: 'a b.jpg', quantity: 2 }, { product_name: 'Belt & Co' }))
  expect(html).toContain('<img src="https://bags.example/images/a%20b.jpg?w=240" width="64" height="64" alt="Bag"')
  expect(html).toContain('Belt &amp; Co')
  expect(html).toContain('Quantity: 2')
  const table = tags(html, 'table').length
  const rows = html.match(/<tr><td[^>]*>(?:(?!<\/tr>).)*align="right"[^>]*>\$[\d.]+<\/td><\/tr>/g) ?? []
  expect(rows.map((row) => row.match(/\$[\d.]+/)?.[0])).toEqual(['$158.00', '$79.00', '$237.00'])
  expect(table).toBeGreaterThan(3)
  expect(text).toContain('- 2 × Bag\n- 1 × Belt & Co\n\nTotal: $237.00\n\nCard: Visa ending in 1111')
})

test('a video is no picture of an item', () => {
  expect(confirmation(orderOf({ image_file: 'walk.mp4' })).html).not.toContain('walk.mp4')
})

test('the largest order stays below what Gmail shows', () => {
  const item = { image_file: 'campus-slim-blue-front.jpg', product_name: `Backpack ${'"&<'.repeat(12)}`, quantity: 10 }
  const { html } = confirmation(orderOf(...Array.from({ length: 100 }, () => item)))
  expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES)
})

test('a shipped order has one button, which tracks the package; without a carrier it is the order’s', () => {
  const before = { order_status: 'processing', tracking_number: null, carrier: null, shipped_by: null } as const
  const mail = (tracking_number: string) => {
    const after = { ...before, order_status: 'shipped', tracking_number } as const
    return composed(shipmentChangeMail(orderOf({}), { before, after, money: null }, OWN))
  }
  expect(mail('1Z999AA10123456784').html).toContain('>Track your package</a>')
  expect(mail('1Z999AA10123456784').html).not.toContain('See your order')
  const { html, text } = mail('ABC')
  expect(html).toContain('href="https://bags.example/orderAndReturn?order=200123"')
  expect(text).toContain('\n\nSee your order:\nhttps://bags.example/orderAndReturn?order=200123\n\n')
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '(the link)', 'https://a b'])(
  '%s is no button and no link',
  (url) => {
    const html = letter({ button: 'Open', url })
    expect(html).not.toContain('m-button-link"')
    expect(attributes(html, 'href')).toHaveLength(3)
  },
)

test('nothing that is put in adds an element or an attribute', () => {
  const shape = (text: string) =>
    letter(
      `x${text}`,
      { facts: [[text, text]] },
      { items: [{ name: text, quantity: 2, picture: text, cents: 5 }] },
      { sums: [[text, text]] },
      { list: [text] },
      { quote: text },
    )
      .replace(/<br>/g, '')
      .match(/<[^>]*>/g)?.length
  const plain = shape('')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(shape(text)).toBe(plain)
    }),
  )
})

test('control characters and halves of characters are left out', () => {
  expect(letter('a\u0000b\u001bc\ud800d')).toContain('>abcd</p>')
})

test('the preview beside the subject is what the message says first', () => {
  const html = letter('Hello Ada,', 'Your order is on its way.')
  expect(html).toMatch(/<body[^>]*>\n<div aria-hidden="true"[^>]*display:none[^>]*>Your order is on its way\./)
})
