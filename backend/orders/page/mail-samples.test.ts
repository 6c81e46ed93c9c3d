import { adminMail, type MailSample } from '@shop/contract/mail/admin'
import { expect, test } from 'vitest'
import { signInAs } from '../../testing/admin-visitor.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'

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
