import { parseAddress } from '@shop/contract/address/postal-address'
import { expect, test } from 'vitest'
import { placeOrder } from '../../testing/orders/orders.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { addressColumns } from '../order-address.ts'
import { labelsCsv } from './labels-csv.ts'

const shop = sharedTestShop('sqlite')

test('a label has what services read: the address, the weight of all, the size of a single bag; formulas are text', async () => {
  const { database } = shop.store
  const details = { weight_ounces: 35.5, height_inches: 18, width_inches: 12.5, depth_inches: 6 }
  await database
    .updateTable('products')
    .set({ details: JSON.stringify(details) })
    .where('product_id', '=', '101')
    .execute()
  const item = { product_id: '101', product_name: 'Campus', price_cents: 7900, quantity: 1, image_file: null }
  const orders = [
    await placeOrder(database, {
      order_id: '1',
      first_name: '=cmd()',
      phone: '+1 (503) 555-0100',
      delivery_name: 'UPS Next Day Air',
      ...addressColumns(parseAddress('12 Main St\nOakland, CA 94601')),
      items: [item],
    }),
    await placeOrder(database, {
      order_id: '2',
      ...addressColumns(parseAddress('-5 Main St, Salem, OR 97301')),
      items: [
        { ...item, quantity: 2 },
        { ...item, quantity: 9, cancellation_status: 'cancelled' },
      ],
    }),
    await placeOrder(database, {
      order_id: '3',
      delivery_address: '1 Elm St',
      items: [item, { ...item, product_id: 'gone' }],
    }),
    await placeOrder(database, { order_id: '4' }),
    await placeOrder(database, { order_id: '5', address1: '1 Elm St', country: 'US' }),
    await placeOrder(database, {
      ...{ order_id: '6', company: 'Acme', address1: '1 King St', city: 'Toronto', region: 'ON', zip: 'M5V 2T6' },
      country: 'CA',
    }),
  ]
  expect(await labelsCsv(database, orders)).toEqual({
    orders: 3,
    leftOut: [
      {
        order_id: '3',
        problem: 'We can’t tell the street, city, state and ZIP code apart',
      },
      { order_id: '4', problem: 'The address is missing' },
      { order_id: '5', problem: 'City, state and ZIP code are missing' },
    ],
    csv: [
      'Name,Company,Address 1,Address 2,City,State,ZIP,Country,Order ID,Pounds,Ounces,Length,Width,Height,Phone,Email,Shipping Method',
      "'=cmd() O'Brien,,12 Main St,,Oakland,CA,94601,US,1,2,3.5,18,12.5,6,5035550100,jose@example.org,UPS Next Day Air",
      "José O'Brien,,'-5 Main St,,Salem,OR,97301,US,2,4,7,,,,,jose@example.org,",
      "José O'Brien,Acme,1 King St,,Toronto,ON,M5V 2T6,CA,6,6,13,,,,,jose@example.org,",
      '',
    ].join('\r\n'),
  })
})
