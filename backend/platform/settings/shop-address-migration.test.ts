import { EMPTY_ADDRESS } from '@shop/contract/address/postal-address'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOTH_ENGINES, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { up } from '../database/migrations/0076-shop-address.ts'
import { deleteStored, getShopSettings, insertStored } from './shop-settings.repository.ts'

const SALEM = { ...EMPTY_ADDRESS, address1: '1 Derby St', city: 'Salem', state: 'MA', zip: '01970' }

describe.each(BOTH_ENGINES)('an update of a shop whose address is a text (%s)', (engine) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore(engine)
  })
  afterAll(() => opened.close())

  test.each([
    ['1 Derby St\nSalem, MA 01970', SALEM],
    [
      'Packwright LLC\n1 Derby St\nSuite 4\nSalem, Mass. 1970',
      { ...SALEM, company: 'Packwright LLC', address2: 'Suite 4' },
    ],
    ['1 Derby St\nSalem', '1 Derby St\nSalem'],
    ['1 Derby St\nSalem, ME 01970', '1 Derby St\nSalem, ME 01970'],
    ['1 Derby St\nSalem, MA 01970\n(978) 555-0100', '1 Derby St\nSalem, MA 01970\n(978) 555-0100'],
    ['1 Via Roma\n20121 Milano MI\nItaly', '1 Via Roma\n20121 Milano MI\nItaly'],
    [' ', null],
  ])('%j becomes parts where all of them can be told', async (postalAddress, address) => {
    const { database } = opened.store
    await database.transaction().execute((trx) => deleteStored(trx, ['postalAddress', 'shopAddress']))
    await insertStored(database, { postalAddress })
    await up(database)
    expect((await getShopSettings(database)).shopAddress).toEqual(address)
  })

  test('a shop that has none still has none', async () => {
    const { database } = opened.store
    await database.transaction().execute((trx) => deleteStored(trx, ['postalAddress', 'shopAddress']))
    await up(database)
    expect((await getShopSettings(database)).shopAddress).toBeNull()
  })
})
