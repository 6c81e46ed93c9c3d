import { expect, test } from 'vitest'
import { findPages, linkedPage, OTHER_WORDS, pageNamed, pictureUrl, summaryOf } from './handbook.ts'

test.each([
  ['ship', 'Ship an order'],
  ['print labels', 'Ship many orders'],
  ['give money back', 'Refund a customer'],
  ['cancel', 'Cancel an order'],
  ['customer sends it back', 'A return arrives'],
  ['phone order', 'Take an order by phone'],
  ['market', 'Sell at a fair'],
  ['new backpack', 'Add a product'],
  ['raise prices', 'Change a price'],
  ['import prices', 'Import products'],
  ['payment link', 'Send a payment link'],
  ['sale', 'Put something on sale'],
  ['coupon', 'Discount codes'],
  ['inventory', 'Count stock'],
  ['tax for the state', "Pay the quarter's sales tax"],
  ['chargeback', 'A disputed payment'],
  ['delete my data', "Delete a customer's data"],
  ['lost phone', 'When you can’t sign in'],
  ['opening the shop', 'Open for orders'],
  ['refnd', 'Refund a customer'],
])('who types "%s" finds "%s" among the first two', (text, title) => {
  expect(
    findPages(text)
      .slice(0, 2)
      .map((page) => page.title),
  ).toContain(title)
})

test('words that are on no page find none', () => {
  expect(findPages('xylophone')).toEqual([])
  expect(findPages('  ')).toEqual([])
})

test('a link between pages opens one, any other does not', () => {
  expect(linkedPage('ship-an-order.md')).toBe('ship-an-order')
  expect(linkedPage('nothing.md')).toBeNull()
  expect(linkedPage('https://example.com/ship-an-order.md')).toBeNull()
})

test('a page has a summary and its picture; an unknown name opens the contents', () => {
  expect(summaryOf(pageNamed('ship-an-order'))).toMatch(/^The order leaves your list/)
  expect(pictureUrl('pictures/ship-an-order.jpg')).toContain('ship-an-order')
  expect(pageNamed('nothing').title).toBe('Handbook')
})

test('other words are for pages that exist', () => {
  expect(Object.keys(OTHER_WORDS).filter((name) => pageNamed(name).name !== name)).toEqual([])
})
