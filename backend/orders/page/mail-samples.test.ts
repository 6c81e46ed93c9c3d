import { adminMail, type MailSample } from '@shop/contract/mail/admin'
import { expect, test } from 'vitest'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { signInAs } from '../../testing/admin-visitor.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { orderPlacedMail, orderPlacedShopMail } from '../orders.mail.ts'
import { sampleOrder } from './mail-samples.ts'

const shop = sharedTestShop('sqlite')

test('the family reads what each email about an order says, and nothing is sent', async () => {
  const helper = await signInAs(shop, 'helper')
  const { mails } = (await helper.call(adminMail.listMailSamples)).json<{ mails: MailSample[] }>()
  expect(Object.fromEntries(mails.map(({ name, text }) => [name, text]))).toEqual({
    'Order confirmed': expect.stringMatching(
      /Card: Visa ending in 1111\nShip to: 12 Main St.*\nShipping method: USPS Priority Mail\nShips by: \w+ \d+, \d{4}\n(.|\n)*We’ve placed a hold on your card for the total\. We’ll charge it when your order ships\.\n\nChanged your mind?/,
    ),
    'New order, to you': expect.stringMatching(/Ada Lovelace placed an order(.|\n)*\/admin\/orders\/200123\n/),
    Shipped: expect.stringMatching(/We’re now charging your card \$[\d.]+\./),
    'Cancelled by the shopper': expect.stringContaining('You won’t be charged.'),
    'Cancelled by you': expect.stringContaining('You won’t be charged.'),
    'Refunded to the card': expect.stringMatching(/We’re refunding \$[\d.]+ for your order/),
    Delayed: expect.stringContaining('/orderAndReturn#token=…'),
    'Payment link': expect.stringMatching(/\/pay#token=…(.|\n)*The link works once, until/),
    'Paid by link': expect.stringMatching(
      /We received your payment(.|\n)*Card: Visa ending in 1111\n\nWe’ve placed a hold on your card for the total\. We’ll charge it when your order ships\./,
    ),
    'Paid by link, to you': expect.stringMatching(
      /paid for order # 200123 by link\.\n\nOpen the order:\n\S+\/admin\/orders\/200123\n/,
    ),
  })
  expect(
    await shop.store.database.selectFrom('outbox').selectAll().where('recipient', '=', 'ada@mail.example').execute(),
  ).toEqual([])
})

test('an order’s emails name its delivery only where that is after the day by which it ships', async () => {
  const { database } = shop.store
  const settings = await getShopSettings(database)
  const order = await sampleOrder(database, { shipDays: 2, today: '2026-11-23' })
  expect(order.ship_by).toBe('2026-11-25')
  const factsOf = (estimated_delivery_date: string) => {
    const placed = { ...order, estimated_delivery_date }
    const mails = [
      orderPlacedMail(placed, { card: null, isCharged: false }, settings),
      orderPlacedShopMail(placed, { to: 'family@shop.example', url: 'https://shop.example' }),
    ]
    return mails.map(({ text }) => JSON.stringify(text.values))
  }
  for (const day of ['2026-11-24', '2026-11-25']) {
    for (const facts of factsOf(day)) {
      expect(facts).toContain('["Ships by","Nov 25, 2026"]')
      expect(facts).not.toContain('Estimated delivery')
    }
  }
  for (const facts of factsOf('2026-11-27')) expect(facts).toContain('["Estimated delivery","Nov 27, 2026"]')
})
