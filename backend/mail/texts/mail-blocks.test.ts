import { expect, test } from 'vitest'
import { shop as config } from '../../../shop.config.ts'
import { composeHtml as composeLetter } from '../html/compose-html.ts'
import { composeText, type MailBlock, type Sender } from './mail-blocks.ts'

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

test('items have their number, sums their amounts, and the signature the address of the shop', () => {
  const item = { name: 'Bag', quantity: 2, picture: null, cents: 7900 }
  const sums = [
    ['Subtotal', '$79.00'],
    ['Total', '$84.00'],
  ] as const
  expect(composeText([{ items: [item] }, { sums }], { ...shop, postalAddress: '1 Main St' })).toBe(
    `- 2 × Bag\n\nSubtotal: $79.00\nTotal: $84.00\n\n${shop.name}\n${shop.supportEmail}\n1 Main St\n`,
  )
})
