import { listDeliveryOptionsEndpoint } from '@shop/contract/delivery'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importDeliveryAndTax } from '../checkout/checkout.import.ts'
import { findTaxRate } from '../checkout/checkout.repository.ts'
import { openMediaStore } from '../images/media-store.ts'
import { ENGINES } from '../testing/engines.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { TEST_CATALOG_FILE, testPhotos } from '../testing/test-catalog.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

describe.each(ENGINES)('catalog import on %s', (engine) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openTestShop(engine)
    await importDeliveryAndTax(shop.store.database, { options: [], rates: [] })
  })
  afterEach(() => shop.close())

  const runImport = async (...files: string[]) =>
    runTestCommand(shop, ['catalog', 'import', ...files], openMediaStore(await testPhotos()))

  test('imports delivery options and tax rates together with the products', async () => {
    const output = await runImport()
    expect(output.lines).toContain('4 delivery options and 50 tax rates as well.')
    expect(await findTaxRate(shop.store.database, 'CA')).toBe(90_300)
    await expect.poll(async () => (await shop.call(listDeliveryOptionsEndpoint, {})).length).toBe(4)
  })

  test('of another file does not change delivery options and tax rates', async () => {
    await runImport(TEST_CATALOG_FILE)
    expect(await findTaxRate(shop.store.database, 'CA')).toBeNull()
  })
})
