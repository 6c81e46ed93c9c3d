import { expect, test } from 'vitest'
import { shop as config } from '../../shop.config.ts'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
import { eachTestShop } from '../testing/test-hooks.ts'

const shop = eachTestShop('sqlite')

test('settings show prints what the family has set', async () => {
  const { table, json } = await runTestCommand(shop, ['settings', 'show'])
  expect(json).toEqual({ ...config, orders: 'paused' })
  expect(table).toContainEqual({ setting: 'name', value: config.name })
})
