import { describe, expect } from 'vitest'
import { inTransaction } from '../platform/database/database.ts'
import { discountCodesOn } from '../testing/orders/discount-codes.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import { findCode, findGoods, giveUseBack } from './discounts.repository.ts'
import { listDiscounts, takeCode } from './read-discount.ts'

describe.each(ENGINES)('uses of a discount code on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { db, enterOn, get, take } = discountCodesOn(engine)

  onBoth('only the products that a cart has or a code names are read', async () => {
    const ids = async (wanted: Parameters<typeof findGoods>[1]) =>
      (await findGoods(db(), wanted)).map(({ product_id }) => product_id)
    expect(await ids({ ids: [], lines: [] })).toEqual([])
    expect(await ids({ ids: ['107', 'unknown'], lines: [] })).toEqual(['107'])
    await enterOn({ lines: ['Campus'], product_ids: ['107'] })
    const campus = await ids({ ids: [], lines: ['Campus'] })
    expect(campus).toContain('101')
    const { discounts } = await listDiscounts(db(), '2026-11-26')
    expect(discounts[0]?.product_ids?.toSorted()).toEqual([...campus, '107'].toSorted())
  })

  onBoth('one for each email address once is refused the second time, in any letter case', async () => {
    await enterOn({ once_each: true })
    await take()
    await expect(take({ email: 'ADA@shop.example' })).rejects.toThrow(
      'The code SUMMER has already been used with this email address.',
    )
    await take({ email: 'bea@shop.example' })
    expect(await get()).toMatchObject({ uses: 2 })
  })

  test.each(['Édith@shop.example', 'édith@shop.example', 'ÉDITH@SHOP.EXAMPLE'])(
    'one for each email address once is refused to %s after Édith has used it',
    async (email) => {
      await enterOn({ once_each: true })
      await take({ email: 'Édith@shop.example' })
      await expect(take({ email })).rejects.toThrow('The code SUMMER has already been used with this email address.')
    },
  )

  onBoth('one of two orders that use it at once for its last time wins', async () => {
    await enterOn({ max_uses: 1 })
    const today = '2026-11-26'
    const use = () => inTransaction(db(), (trx) => takeCode(trx, 'SUMMER', { email: '', today }))
    const taken = await Promise.all([use(), use(), use()])
    expect(taken.filter((one) => typeof one !== 'string')).toHaveLength(1)
    expect(await findCode(db(), 'SUMMER')).toMatchObject({ uses: 1 })
    await inTransaction(db(), (trx) => giveUseBack(trx, 'SUMMER'))
    expect(await findCode(db(), 'SUMMER')).toMatchObject({ uses: 0 })
  })
})
