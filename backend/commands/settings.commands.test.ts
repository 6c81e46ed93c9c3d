import { EMPTY_ADDRESS } from '@shop/contract/address/postal-address'
import { expect, test } from 'vitest'
import { shop as config } from '../../shop.config.ts'
import { inTransaction } from '../platform/database/database.ts'
import { updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
import { eachTestShop } from '../testing/test-hooks.ts'

const shop = eachTestShop('sqlite')

test('settings show prints what the family has set', async () => {
  const { table, json } = await runTestCommand(shop, ['settings', 'show'])
  expect(json).toEqual({ ...config, orders: 'paused' })
  expect(table).toContainEqual({ setting: 'name', value: config.name })
  const shopAddress = { ...EMPTY_ADDRESS, address1: '1 Derby St', city: 'Salem', state: 'MA', zip: '01970' }
  await inTransaction(shop.store.database, (trx) => updateShopSettings(trx, { shopAddress }))
  const changed = await runTestCommand(shop, ['settings', 'show'])
  expect(changed.json).toMatchObject({ shopAddress })
  expect(changed.table).toContainEqual({ setting: 'shopAddress', value: '1 Derby St, Salem, MA 01970' })
})
