import { isMailAddress } from '@shop/contract/accounts/fields'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shop as config } from '../../shop.config.ts'
import { anyCharacter } from '../../tests/harness/any-character.ts'
import { headerText } from '../platform/lib/text.ts'
import { composeHtml as composeLetter } from './html/compose-html.ts'
import { isUnknownRecipient } from './mailer.ts'
import { composeText, type MailBlock, type Sender } from './texts/mail-blocks.ts'

const shop: Sender = { ...config, postalAddress: '', publicUrl: 'https://shop.example' }
const composeHtml = (title: string, blocks: readonly MailBlock[], sender: Sender) =>
  composeLetter({ title, hasHeadline: true, blocks }, sender)

test('text and HTML have the same content', () => {
  const blocks = ['Hello,', { list: ['2 × Bag'] }, { facts: [['Reason', 'Feedback']] as const }, { quote: 'one\ntwo' }]
  expect(composeText(blocks, shop)).toMatch(/^Hello,\n\n- 2 × Bag\n\nReason: Feedback\n\n> one\n> two\n\n/)
  expect(composeHtml('Title', blocks, shop)).toMatch(/<ul[^>]*><li[^>]*>2 × Bag<\/li><\/ul>/)
})

test('the text names a link, unless the sentence before it does', () => {
  const link = { button: 'See your order', url: 'https://shop.example/order' }
  expect(composeText(['Find it here:', link], shop)).toMatch(/^Find it here:\n\nhttps:\/\/shop.example\/order\n\n/)
  expect(composeText(['It shipped.', link], shop)).toMatch(
    /^It shipped.\n\nSee your order:\nhttps:\/\/shop.example\/order\n\n/,
  )
})

test("a visitor's text is escaped", () => {
  const tags = composeHtml('', [''], shop).match(/</g)?.length
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(composeHtml(text, [text], shop).match(/</g)?.length).toBe(tags)
    }),
  )
})

test('a header is one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(headerText(text)).not.toMatch(/[\r\n\u2028\u2029\0]/)
    }),
  )
})

test.each(['\u202e', '\u202a', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'])(
  '%j cannot reverse a header or a fact',
  (control) => {
    expect(headerText(`Feedback: Ada${control}gpj.exe`)).toBe('Feedback: Adagpj.exe')
    const blocks = [{ facts: [['Email', `moc${control}@shop.example`]] as const }]
    expect(composeText(blocks, shop)).toContain('Email: moc@shop.example')
    expect(composeHtml('', blocks, shop)).toContain('>moc@shop.example</td>')
  },
)

test('names in Hebrew and Arabic and joined emoji are unchanged', () => {
  for (const name of ['שלום', 'مرحبا', '👩‍💻', 'می‌خواهم']) expect(headerText(name)).toBe(name)
})

test.each(['a@b.co', "o'brien+bags@mail.shop.example", 'josé@example.org'])('%s is an email address', (text) => {
  expect(isMailAddress(text)).toBe(true)
})

test.each([
  '',
  'a',
  'a@b',
  'a b@c.co',
  'a@b.co, c@d.co',
  '<a@b.co>',
  'a@b.co\r\nBcc: c@d.co',
  '"a"@b.co',
  `${'x'.repeat(250)}@b.co`,
])('%j is not', (text) => {
  expect(isMailAddress(text)).toBe(false)
})

const rejected = (command: string, response: string) =>
  Object.assign(new Error('rejected'), { command, response, responseCode: Number(response.slice(0, 3)) })

test.each([
  ['550 No such user here', true],
  ['550 5.1.1 User unknown', true],
  ['553 5.1.3 Bad address syntax', true],
  ['550 5.7.1 Relaying denied', false],
  ['554 5.7.1 Relay access denied', false],
  ['552 5.2.2 Mailbox full', false],
  ['450 4.2.1 Try again later', false],
])('a recipient answered with "%s" is an unknown address: %s', (response, isUnknown) => {
  expect(isUnknownRecipient(rejected('RCPT TO', response))).toBe(isUnknown)
})

test('a rejected sender says nothing of the recipient', () => {
  expect(isUnknownRecipient(rejected('MAIL FROM', '550 5.1.8 Bad sender'))).toBe(false)
  expect(isUnknownRecipient(new Error('connect ECONNREFUSED'))).toBe(false)
})
