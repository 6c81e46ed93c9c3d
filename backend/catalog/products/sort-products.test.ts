import { adminCatalog } from '@shop/contract/catalog/admin'
import { adminProductOrder, type ProductMove } from '@shop/contract/catalog/sort-products'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { applyMoves, findMoved } from './sort-products.ts'

const order = fc.uniqueArray(fc.integer({ min: 1, max: 40 }).map(String), { minLength: 1 })
const twoOrders = order.chain((ids) =>
  fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length, maxLength: ids.length })),
)

it('the products that are found to have moved are those without which both orders are the same', () => {
  fc.assert(
    fc.property(twoOrders, ([before, after]) => {
      const moved = findMoved(before, after)
      const others = (ids: readonly string[]) => ids.filter((id) => !moved.includes(id))
      expect(others(after)).toEqual(others(before))
      expect(findMoved(before, before)).toEqual([])
    }),
  )
})

it('one product that is taken past many others is the only one that has moved', () => {
  const ids = Array.from({ length: 5000 }, (_, index) => String(index))
  const after = applyMoves(ids, [{ product_id: '4999', side: 'before', other: '0' }])
  expect(after.slice(0, 2)).toEqual(['4999', '0'])
  expect(findMoved(ids, after)).toEqual(['4999'])
})

describe.each(ENGINES)('the order of products on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  let ada: AdminVisitor
  beforeAll(async () => {
    ada = await signInAs(shop, 'helper')
  })

  const list = async (query = '') =>
    (await ada.call({ method: 'GET', path: `${adminProductOrder.listProductOrder.path}${query}` })).json()
  const idsOf = async (query?: string): Promise<string[]> =>
    (await list(query)).products.map(({ product_id }: { product_id: string }) => product_id)
  const save = (seen: string, moves: readonly ProductMove[]) =>
    ada.call(adminProductOrder.reorderProducts, { order: seen, moves })
  const undo = (id: number) =>
    undoChange({ database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, id)
  const shopOrder = async (): Promise<string[]> =>
    (await shop.app.inject('/api/products')).json().map(({ product_id }: { product_id: string }) => product_id)

  test('several moves are saved as one change that shoppers see, and undone as one', async () => {
    const before = await idsOf()
    const [first = '', second = '', third = '', last = ''] = [...before.slice(0, 3), before.at(-1)]
    const saved = await save((await list()).order, [
      { product_id: first, side: 'after', other: third },
      { product_id: last, side: 'before', other: second },
    ])
    expect(saved.statusCode).toBe(200)
    expect((await idsOf()).slice(0, 4)).toEqual([last, second, third, first])
    expect((await shopOrder()).slice(0, 4)).toEqual([last, second, third, first])
    await undo(saved.json().audit_id)
    expect(await idsOf()).toEqual(before)
  })

  onBoth('a product moves within its line, and the products of other lines stay where they are', async () => {
    const [first = '', second = ''] = await idsOf('?line=Nomad')
    const others = (await idsOf()).filter((id) => id !== first && id !== second)
    await save((await list()).order, [{ product_id: second, side: 'before', other: first }])
    expect((await idsOf('?line=Nomad')).slice(0, 2)).toEqual([second, first])
    expect((await idsOf()).filter((id) => id !== first && id !== second)).toEqual(others)
  })

  onBoth('an order is refused if somebody else has saved another since, and nothing is changed', async () => {
    const { order: seen } = await list()
    const [first = '', second = ''] = await idsOf()
    expect((await save(seen, [{ product_id: first, side: 'after', other: second }])).statusCode).toBe(200)
    const after = await idsOf()
    const refused = await save(seen, [{ product_id: first, side: 'before', other: second }])
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toMatch(
      / has changed the order of the products since you opened it\. Please look at it again\.$/,
    )
    expect(await idsOf()).toEqual(after)
  })

  test('an order with a product that there is not is refused, and one that changes nothing is not logged', async () => {
    const { order: seen } = await list()
    const before = await idsOf()
    const [first = '', second = ''] = before
    const moves = [
      { product_id: first, side: 'after' as const, other: second },
      { product_id: 'none', side: 'after' as const, other: second },
    ]
    expect((await save(seen, moves)).statusCode).toBe(409)
    expect(await idsOf()).toEqual(before)
    const [last] = await listAudit(shop.store.database, {}, 1)
    expect((await save(seen, [{ product_id: first, side: 'before', other: second }])).json()).toEqual({
      audit_id: null,
    })
    expect((await listAudit(shop.store.database, {}, 1))[0]?.id).toBe(last?.id)
  })

  onBoth('an order that a later one has changed is not undone, and the later one is named', async () => {
    const [first = '', second = '', third = ''] = await idsOf()
    const one = (await save((await list()).order, [{ product_id: first, side: 'after', other: third }])).json()
    const later = (await save((await list()).order, [{ product_id: first, side: 'before', other: third }])).json()
    await expect(undo(one.audit_id)).rejects.toThrow(`change ${later.audit_id} (products reordered, by `)
    await undo(later.audit_id)
    await undo(one.audit_id)
    expect((await idsOf()).slice(0, 3)).toEqual([first, second, third])
  })

  test('an undo leaves products that came since where they are', async () => {
    const before = await idsOf()
    const [first = '', second = ''] = before
    const { audit_id } = (
      await save((await list()).order, [{ product_id: first, side: 'after', other: second }])
    ).json()
    const path = adminCatalog.copyProduct.path.replace(':product_id', first) as `/${string}`
    const copy = (await ada.call({ method: 'POST', path })).json().product.product_id
    await undo(audit_id)
    expect(await idsOf()).toEqual([...before, copy])
  })
})
