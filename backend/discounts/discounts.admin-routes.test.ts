import { adminDiscounts } from '@shop/contract/discounts/admin'
import { expect, test } from 'vitest'
import { signInAs } from '../testing/admin-visitor.ts'
import { TERMS } from '../testing/orders/discount-codes.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')

test('helpers neither see nor change codes', async () => {
  const helper = await signInAs(shop, 'helper')
  expect((await helper.call(adminDiscounts.listCodes)).statusCode).toBe(403)
  expect((await helper.call(adminDiscounts.createCode, { code: 'SUMMER', terms: TERMS })).statusCode).toBe(403)
})
