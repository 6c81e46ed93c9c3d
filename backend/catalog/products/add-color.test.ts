import { type AdminProduct, adminCatalog } from '@shop/contract/catalog/admin'
import { catalogCalls, familyKey } from '@shop/contract/catalog/calls'
import { beforeAll, describe, expect } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'

describe.each(ENGINES)('a bag in another color on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  let ada: AdminVisitor
  beforeAll(async () => {
    ada = await signInAs(shop, 'helper')
  })

  const call = (endpoint: { method: 'GET' | 'POST'; path: string }, id: string, body?: object) =>
    ada.call({ method: endpoint.method, path: endpoint.path.replace(':product_id', id) as `/${string}` }, body)
  const getProduct = async (id: string): Promise<AdminProduct> => (await call(adminCatalog.getAdminProduct, id)).json()
  const addColor = async (id: string, body: object) => {
    const { version } = await getProduct(id)
    return call(adminCatalog.addColor, id, { version, ...body })
  }
  const GREEN = { color: 'Green', product_name: 'Campus Slim Backpack, Green' }

  onBoth(
    'is a draft without stock and pictures, with everything else of the first, and undo takes it away',
    async () => {
      const original = await getProduct('101')
      const { product, audit_id } = (await addColor('101', GREEN)).json()
      expect(product).toEqual({
        ...original,
        ...GREEN,
        product_id: product.product_id,
        slug: 'campus-slim-green',
        status: 'draft',
        stock_quantity: 0,
        images: [],
        version: 0,
        place: product.products,
        products: original.products + 1,
      })
      const { database } = shop.store
      await undoChange({ database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, audit_id)
      expect((await call(adminCatalog.getAdminProduct, product.product_id)).statusCode).toBe(404)
    },
  )

  test('has the pictures on request, and belongs to the bag once it is published', async () => {
    const { product } = (await addColor('101', { ...GREEN, pictures: true })).json()
    expect(product.images).toEqual((await getProduct('101')).images)
    const changes = { status: 'published' }
    await call(adminCatalog.updateProduct, product.product_id, { version: product.version, changes })
    const { products } = await shop.call(catalogCalls.listProducts, {})
    const family = Map.groupBy(products, familyKey).get(familyKey(product)) ?? []
    expect(family.map(({ color }) => color)).toEqual(['Blue', 'Grey', 'Green'])
    const { siblings } = await shop.call(catalogCalls.getProduct, { params: { product_id: '101' } })
    expect(siblings.map(({ color }) => color)).toEqual(['Grey', 'Green'])
  })

  test.each([
    ['color', { ...GREEN, color: ' ' }, ''],
    ['color', { ...GREEN, color: 'grey' }, 'This product already exists in Grey: "Campus Slim Backpack, Grey" (102)'],
    ['color', { ...GREEN, color: 'Blue' }, 'This product already exists in Blue'],
    ['product_name', { color: 'Olive', product_name: '' }, ''],
    ['product_name', { color: 'Olive', product_name: 'Pine' }, 'such as "Campus Slim Backpack, Olive"'],
  ])('a %s that cannot be is refused beside its field: %j', async (field, body, message) => {
    const before = (await getProduct('101')).products
    const response = await addColor('101', body)
    expect([response.statusCode, response.json().details[0].field]).toEqual([400, field])
    expect(response.json().details[0].message).toContain(message)
    expect((await getProduct('101')).products).toBe(before)
  })

  test('is not made of a version that somebody has changed since, nor of a product that is gone', async () => {
    const { version } = await getProduct('101')
    await call(adminCatalog.updateProduct, '101', { version, changes: { size: 'Slim, 17 L' } })
    const stale = await call(adminCatalog.addColor, '101', { version, ...GREEN })
    expect([stale.statusCode, stale.json().message]).toEqual([409, expect.stringContaining('Ada has changed')])
    expect((await call(adminCatalog.addColor, '999', { version, ...GREEN })).statusCode).toBe(404)
  })

  test('is not made of a product without a color', async () => {
    const { version } = await getProduct('101')
    await call(adminCatalog.updateProduct, '101', { version, changes: { color: '' } })
    const refused = await addColor('101', GREEN)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('Please fill in its color'),
    ])
  })
})
