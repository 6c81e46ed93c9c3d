import { adminMail, type MailSample } from '@shop/contract/admin/mail'
import { expect, test } from 'vitest'
import { signInAs } from '../testing/admin-visitor.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')

test('the family reads what each mail about an order says, and nothing is sent', async () => {
  const helper = await signInAs(shop, 'helper')
  const { mails } = (await helper.call(adminMail.listMailSamples)).json<{ mails: MailSample[] }>()
  expect(Object.fromEntries(mails.map(({ name, text }) => [name, text]))).toEqual({
    'Order confirmed': expect.stringMatching(
      /Card: Visa ending in 1111\nDelivery to: 12 Main St.*\nDelivery by: USPS Priority Mail\nShips by: \w+ \d+, \d{4}\n(.|\n)*The total is reserved on your card, and charged when your order ships\.\n\nUntil it ships you can cancel it/,
    ),
    'New order, to you': expect.stringMatching(/Ada Lovelace placed an order(.|\n)*\/admin\/orders\/200123\n/),
    Shipped: expect.stringMatching(/Your card is charged \$[\d.]+ now\./),
    'Cancelled by the shopper': expect.stringContaining('Nothing is charged.'),
    'Cancelled by you': expect.stringContaining('Nothing is charged.'),
    'Paid back to the card': expect.stringMatching(/we pay back \$[\d.]+ for your order/),
    Delayed: expect.stringContaining('/orderAndReturn#token=…'),
    'To pay by link': expect.stringMatching(/\/pay#token=…(.|\n)*You can use the link once, until/),
    'Paid by link': expect.stringMatching(
      /has come through(.|\n)*Card: Visa ending in 1111\n\nThe total is reserved on your card, and charged when your order ships\./,
    ),
    'Paid by link, to you': expect.stringMatching(/paid order # 200123 by its link\.\n\n\S+\/admin\/orders\/200123\n/),
  })
  expect(
    await shop.store.database.selectFrom('outbox').selectAll().where('recipient', '=', 'ada@mail.example').execute(),
  ).toEqual([])
})
