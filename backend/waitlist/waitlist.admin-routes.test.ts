import { adminWaitlist } from '@shop/contract/waitlist/admin'
import { expect, test } from 'vitest'
import { signInAs } from '../testing/admin-visitor.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')

test('helpers see how many wait for what, and owners or a command delete an address', async () => {
  const rows = ['', '202', '202'].map((product_id, at) => ({
    ...{ token_hash: `${at}`, email: `person${at}@shop.example`, product_id, due_at: null },
    ...{ confirmed_at: '2026-11-25T12:00:00.000Z', expires_at: '2030-11-25T12:00:00.000Z' },
  }))
  await shop.store.database.insertInto('waitlist').values(rows).execute()
  const [helper, owner] = [await signInAs(shop, 'helper'), await signInAs(shop, 'owner')]
  const duffel = { product_id: '202', product_name: 'Weekender Duffel, Grey' }
  const orders = { product_id: '', product_name: null, waiting: 1 }
  const listed = await helper.call(adminWaitlist.listWaiting)
  expect(listed.json()).toEqual([{ ...duffel, waiting: 2 }, orders])
  expect(listed.body).not.toContain('@')

  const body = { email: 'Person2@shop.example' }
  expect((await helper.call(adminWaitlist.forgetWaiting, body)).statusCode).toBe(403)
  expect((await owner.call(adminWaitlist.forgetWaiting, body)).json()).toMatchObject({ deleted: 1 })
  expect((await owner.call(adminWaitlist.forgetWaiting, body)).json()).toMatchObject({ deleted: 0 })
  expect((await owner.call(adminWaitlist.forgetWaiting, { email: 'nobody' })).statusCode).toBe(400)
})
