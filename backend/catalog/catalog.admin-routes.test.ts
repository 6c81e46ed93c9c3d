import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type AdminProduct, adminCatalog, UPLOAD_PATH } from '@shop/contract/catalog/admin'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { adminSeveralProducts, productsFile, type StockRow } from '@shop/contract/catalog/several-products'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect } from 'vitest'
import { findAuditEntry } from '../admin/audit/audit.repository.ts'
import { undoChange } from '../admin/audit/undo-change.ts'
import { uploadMedia } from '../media/add-media.ts'
import { UNDO_RULES } from '../modules.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { downloadFile } from '../testing/files/download.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { buildImage, buildVideo } from '../testing/test-catalog.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'

type Call = { method: 'GET' | 'POST'; path: string }

describe.each(ENGINES)('products run from the admin on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  let ada: AdminVisitor
  beforeAll(async () => {
    ada = await signInAs(shop, 'helper')
  })

  const at = (endpoint: Call, id = '', query = ''): Call => ({
    method: endpoint.method,
    path: `${endpoint.path.replace(':product_id', id)}${query}` as `/${string}`,
  })
  const getProduct = async (id: string): Promise<AdminProduct> =>
    (await ada.call(at(adminCatalog.getAdminProduct, id))).json()
  const update = async (id: string, changes: object, rest: object = {}) => {
    const { version } = await getProduct(id)
    return ada.call(at(adminCatalog.updateProduct, id), { version, changes, ...rest })
  }
  const leadsTo = async (slug: string) => (await shop.app.inject(`/api/productsBySlug?slug=${slug}`)).headers.location
  const undo = (id: number) =>
    undoChange({ database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, id)
  const list = async (query: string): Promise<string[]> => {
    const { products } = (await ada.call(at(adminCatalog.listAdminProducts, '', query))).json()
    return products.map(({ product_id }: AdminProduct) => product_id)
  }

  onBoth('the list is searched and filtered, in the order of the shop', async () => {
    expect(await list('?search=CAMPUS%20slim')).toEqual(['101', '102'])
    expect(await list('?search=campus%20slim%20%20blue')).toEqual(['101'])
    expect(await list('?search=grey%20full%20campus')).toEqual(['104'])
    expect(await list('?search=10_')).toEqual([])
    expect((await list('')).length).toBe(23)
    expect(await list('?line=Campus&stock=out')).toEqual([])
    expect((await ada.call(at(adminCatalog.listAdminProducts, '', '?after=bm9uc2Vuc2U'))).statusCode).toBe(400)
  })

  onBoth('a product is found by a name with letters beyond ASCII, in any letter case', async () => {
    await update('101', { product_name: 'Éclair Größe Δ' })
    for (const search of ['Éclair', 'éCLAIR', 'eclair', 'grÖß', 'grosse', 'δ']) {
      expect(await list(`?search=${encodeURIComponent(search)}`), search).toEqual(['101'])
    }
    expect(await list(`?search=${encodeURIComponent('éclär')}`)).toEqual([])
  })

  test('a place in the list that was made up is rejected', async () => {
    const statusOf = async (...columns: string[]) => {
      const after = Buffer.from(JSON.stringify(columns)).toString('base64url')
      return (await ada.call(at(adminCatalog.listAdminProducts, '', `?after=${after}`))).statusCode
    }
    for (const position of ['2147483648', '-9007199254740991', 'x', '1.5'])
      expect(await statusOf(position, '101')).toBe(400)
    expect([await statusOf('1', '10\0'), await statusOf('1'), await statusOf('1', '101')]).toEqual([400, 400, 200])
  })

  onBoth('a change is seen by shoppers at once, keeps the earlier address, and is undone', async () => {
    const response = (
      await update('101', { product_name: 'Campus Slim, new', slug: 'campus-new', price_cents: 8150 })
    ).json()
    expect(response.product).toMatchObject({ product_name: 'Campus Slim, new' })
    expect(await leadsTo('campus-slim-blue')).toContain('campus-new')
    const shown = await shop.call(catalogCalls.getProduct, { params: { product_id: '101' } })
    expect(shown).toMatchObject({ product_name: 'Campus Slim, new', slug: 'campus-new', price_cents: 8150 })
    await undo(response.audit_id)
    const back = await getProduct('101')
    expect(back).toMatchObject({ slug: 'campus-slim-blue', price_cents: 7900 })
    expect(await leadsTo('campus-new')).toContain('campus-slim-blue')
    expect(back.version).toBeGreaterThan(response.product.version)
  })

  test('a change with half a character, as where an emoji was cut in two, is undone', async () => {
    const { product_name: before } = await getProduct('101')
    const changed = (await update('101', { product_name: 'Bag \ud83d' })).json()
    expect(changed.product.product_name).toBe('Bag')
    await undo(changed.audit_id)
    expect((await getProduct('101')).product_name).toBe(before)
  })

  test('a change of one field leaves the others', async () => {
    await update('205', { sale_price_cents: 3000 })
    const before = await getProduct('205')
    await update('205', { color: 'Green' })
    expect(await getProduct('205')).toEqual({ ...before, color: 'Green', version: before.version + 1 })
  })

  test('a change from before there was a fact or a column is undone all the same', async () => {
    const removeFromLog = (id: number, text: string) => {
      const without = (column: 'before' | 'after') => sql<string>`replace(${sql.ref(column)}, ${text}, '')`
      const entries = shop.store.database.updateTable('audit_log').where('id', '=', id)
      return entries.set({ before: without('before'), after: without('after') }).execute()
    }
    const { details } = await getProduct('203')
    expect(details).toMatchObject({ laptop_inches: null })
    const changed = (await update('203', { details: { ...details, materials: 'Wax' } })).json()
    await removeFromLog(changed.audit_id, '"laptop_inches":null,')
    await undo(changed.audit_id)
    expect((await getProduct('203')).details).toEqual(details)

    const { product, audit_id: copied } = (await ada.call(at(adminCatalog.copyProduct, '203'))).json()
    await removeFromLog(copied, '"laptop_inches":null,')
    await removeFromLog(copied, '"sale_price_cents":null,')
    await undo(copied)
    expect((await ada.call(at(adminCatalog.getAdminProduct, product.product_id))).statusCode).toBe(404)
  })

  test('a change of what somebody else has changed is refused', async () => {
    const { version } = await getProduct('103')
    await update('103', { size: 'Full, 24 L' })
    const stale = await ada.call(at(adminCatalog.updateProduct, '103'), { version, changes: { color: 'Green' } })
    expect([stale.statusCode, stale.json().message]).toEqual([
      409,
      expect.stringContaining('Ada has changed this product'),
    ])
    expect((await getProduct('103')).color).not.toBe('Green')
  })

  test('a change of nothing is no change', async () => {
    const before = await getProduct('104')
    expect((await update('104', { price_cents: before.price_cents })).json()).toMatchObject({ audit_id: null })
    expect((await getProduct('104')).version).toBe(before.version)
  })

  test.each([
    ['price_cents', { price_cents: -1 }],
    ['price_cents', { price_cents: '12,50' }],
    ['price_cents', { price_cents: 1e9 }],
    ['price_cents', { price_cents: 1234.5 }],
    ['sale_price_cents', { sale_price_cents: 50_000 }],
    ['slug', { slug: 'campus-slim-grey' }],
    ['slug', { slug: 'No Slug' }],
    ['product_name', { product_name: ' ' }],
    ['product_name', { product_name: 'x'.repeat(201) }],
    ['description', { description: '<script>alert(1)</script><p> </p>' }],
    ['images[0].file', { images: [{ file: 'nothing.jpg', alt: 'Nothing' }] }],
  ])('%s that cannot be is refused beside its field, and nothing is changed', async (field, changes) => {
    const before = await getProduct('101')
    const response = await update('101', { color: 'Green', ...changes })
    const named = field.replace('images[0].file', 'images')
    expect(response.statusCode).toBe(400)
    expect(response.json().details[0].field).toContain(named)
    expect(await getProduct('101')).toEqual(before)
  })

  test('pasted HTML keeps the tags that are allowed', async () => {
    await update('105', { description: '<p onclick="x()">A <b>fine</b> <strong>bag</strong></p><script>x()</script>' })
    expect((await getProduct('105')).description).toBe('<p>A fine <strong>bag</strong></p>')
  })

  test('a price that changes by more than half needs a confirmation', async () => {
    const response = await update('106', { price_cents: 790 })
    expect([response.statusCode, response.json().details[0].field]).toEqual([409, 'price_cents'])
    expect((await update('106', { price_cents: 790 }, { large_price_change: true })).statusCode).toBe(200)
  })

  test('a copy is a draft without stock that no shopper sees, and undo takes it away', async () => {
    const { product, audit_id } = (await ada.call(at(adminCatalog.copyProduct, '101'))).json()
    expect(product).toMatchObject({ status: 'draft', stock_quantity: 0, slug: 'campus-slim-blue-copy' })
    expect(product.images.length).toBeGreaterThan(0)
    const { products } = await shop.call(catalogCalls.listProducts, {})
    expect(products.map(({ product_id }) => product_id)).not.toContain(product.product_id)
    const second = (await ada.call(at(adminCatalog.copyProduct, '101'))).json()
    expect(second.product.slug).toBe('campus-slim-blue-copy-2')
    await undo(audit_id)
    expect((await ada.call(at(adminCatalog.getAdminProduct, product.product_id))).statusCode).toBe(404)
  })

  test('a new product is made and published', async () => {
    const rest = editable(await getProduct('107'))
    const images = rest.images.map(({ file, alt }) => ({ file, alt }))
    const product = { ...rest, images, slug: 'fresh', product_name: 'Fresh', status: 'published' }
    const made = await ada.call(adminCatalog.createProduct, { product })
    expect(made.json().product).toMatchObject({ slug: 'fresh', stock_quantity: 0 })
    const again = await ada.call(adminCatalog.createProduct, { product })
    expect(again.json().details).toMatchObject([{ field: 'slug', message: expect.stringContaining('Fresh') }])
    const { product_id } = made.json().product
    expect((await shop.call(catalogCalls.getProduct, { params: { product_id } })).product_name).toBe('Fresh')
  })

  onBoth(
    'a draft needs a name only, survives the way through a file, and is published once it has everything',
    async () => {
      const rest = editable(await getProduct('107'))
      const texts = { slug: '', color: '', size: '', style: '', short_description: '', description: '' }
      const images = rest.images.slice(0, 1).map(({ file }) => ({ file, alt: '' }))
      const product = { ...rest, ...texts, price_cents: 0, images, product_name: 'Only a name', status: 'draft' }
      const made = (await ada.call(adminCatalog.createProduct, { product })).json().product
      expect((await ada.call(adminCatalog.createProduct, { product })).json().product.slug).not.toBe(made.slug)
      expect(
        (await ada.call(adminCatalog.createProduct, { product: { ...product, product_name: ' ' } })).statusCode,
      ).toBe(400)
      const csv = await downloadFile(ada, productsFile)
      expect((await ada.call(adminSeveralProducts.previewImport, { csv })).json()).toMatchObject({
        errors: [],
        changed: [],
      })
      const rejected = (await update(made.product_id, { status: 'published' })).json()
      const missing = ['short_description', 'description', 'images[0].alt', 'price_cents']
      expect(rejected.details.map(({ field }: { field: string }) => field).sort()).toEqual(missing.sort())
      const { short_description, description, price_cents } = rest
      const complete = { short_description, description, price_cents, images: [], status: 'published' }
      expect((await update(made.product_id, complete)).statusCode).toBe(200)
      const listed = (await shop.call(catalogCalls.listProducts, {})).products
      expect(listed.find(({ product_id }) => product_id === made.product_id)).toMatchObject({
        color: null,
        size: null,
        style: null,
      })
    },
  )

  test('a product that was never sold is deleted, and undo brings it back in its place', async () => {
    const before = await getProduct('205')
    const { audit_id: id } = (await ada.call(at(adminCatalog.deleteProduct, '205'))).json()
    expect((await ada.call(at(adminCatalog.getAdminProduct, '205'))).statusCode).toBe(404)
    await undo(id)
    expect(await getProduct('205')).toEqual({ ...before, version: expect.any(Number) })
  })

  test('a product that an order names is not deleted', async () => {
    await placeOrder(shop.store.database)
    const rejected = await ada.call(at(adminCatalog.deleteProduct, '107'))
    expect([rejected.statusCode, rejected.json().message]).toEqual([409, expect.stringContaining('order # 100001')])
  })

  test('a change that comes too late is told who has changed the product', async () => {
    const { version } = await getProduct('109')
    await update('109', { color: 'Moss' })
    const late = await ada.call(at(adminCatalog.updateProduct, '109'), { version, changes: { color: 'Grey' } })
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      expect.stringMatching(/^Ada has changed this product/),
    ])
  })

  onBoth('one of two products that take the same address at the same instant is refused beside its field', async () => {
    const take = (id: string) => update(id, { slug: 'taken-twice' })
    const responses = await Promise.all([take('107'), take('108')])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const rejected = responses.find(({ statusCode }) => statusCode === 400)?.json()
    expect(rejected.details).toMatchObject([{ field: 'slug' }])
  })

  test('what was sold at a fair leaves the stock, never more than there is, and undo keeps later sales', async () => {
    const { stock_quantity: before } = await getProduct('102')
    const sell = (delta: number, key = '') =>
      ada.call(
        at(adminCatalog.changeStock, '102'),
        { delta, note: 'Sold at the fair' },
        key ? { 'idempotency-key': key } : {},
      )
    const { audit_id } = (await sell(-2, 'fair-1')).json()
    await sell(-2, 'fair-1')
    await sell(-1)
    expect((await getProduct('102')).stock_quantity).toBe(before - 3)
    const tooMany = await sell(-1000)
    expect([tooMany.statusCode, tooMany.json().details[0].field]).toEqual([409, 'delta'])
    await undo(audit_id)
    expect((await getProduct('102')).stock_quantity).toBe(before - 1)
    await expect(undo(audit_id)).rejects.toThrow('has already been undone')
  })

  test('a stock changes without a reason, and none is recorded', async () => {
    const counted = { products: [{ product_id: '110', seen: (await getProduct('110')).stock_quantity, stock: 3 }] }
    const set = await ada.call(adminSeveralProducts.setStock, counted)
    const moved = await ada.call(at(adminCatalog.changeStock, '110'), { delta: 2 })
    for (const [response, stock] of [
      [set, { stock: { '110': 3 } }],
      [moved, { stock_quantity: 5 }],
    ] as const) {
      const { audit_id: id } = response.json()
      expect((await findAuditEntry(shop.store.database, id))?.after).toEqual({ ...stock, note: '' })
    }
  })

  onBoth('one of two sales of the last piece at the same instant is refused', async () => {
    const { stock_quantity: stock } = await getProduct('108')
    const sell = () => ada.call(at(adminCatalog.changeStock, '108'), { delta: -stock, note: 'Sold' })
    const responses = await Promise.all([sell(), sell()])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await getProduct('108')).stock_quantity).toBe(0)
  })

  onBoth('stock from a pasted table is shown first, set at once, and undone at once', async () => {
    const text = 'id;stock\n109;7\nnothing;1\n\n109;8\n110;1,5'
    const preview = (await ada.call(adminSeveralProducts.previewStock, { text })).json().rows
    expect(preview.map(({ row, problem }: StockRow) => [row, problem])).toEqual([
      [2, null],
      [3, 'There is no product "nothing".'],
      [5, 'The same product is in row 2.'],
      [6, '"1,5" isn’t a whole number.'],
    ])
    const unread = (await ada.call(adminSeveralProducts.previewStock, { text: '109;7\n110;"8' })).json().rows
    expect(unread).toMatchObject([{ row: 2, problem: 'has a quotation mark that is never closed' }])
    expect((await ada.call(adminSeveralProducts.previewStock, { text: ' \n' })).statusCode).toBe(400)
    const [{ before }] = preview
    const note = 'Counted'
    const stale = await ada.call(adminSeveralProducts.setStock, {
      products: [{ product_id: '109', seen: before + 1, stock: 7 }],
      note,
    })
    expect(stale.statusCode).toBe(409)
    const set = await ada.call(adminSeveralProducts.setStock, {
      products: [{ product_id: '109', seen: before, stock: 7 }],
      note,
    })
    expect((await getProduct('109')).stock_quantity).toBe(7)
    await undo(set.json().audit_id)
    expect((await getProduct('109')).stock_quantity).toBe(before)
  })

  test('prices change by percent in whole cents, as one change', async () => {
    const { changes } = (await ada.call(adminSeveralProducts.previewPrices, { percent: 3.3, line: 'Nomad' })).json()
    const [first] = changes
    expect(first.after_cents).toBe(Math.round(first.before_cents * 1.033))
    const products = changes.map(({ product_id, version }: AdminProduct) => ({ product_id, version }))
    const { audit_id } = (await ada.call(adminSeveralProducts.changePrices, { percent: 3.3, products })).json()
    expect((await getProduct(first.product_id)).price_cents).toBe(first.after_cents)
    expect((await ada.call(adminSeveralProducts.changePrices, { percent: 3.3, products })).statusCode).toBe(409)
    await undo(audit_id)
    expect((await getProduct(first.product_id)).price_cents).toBe(first.before_cents)
    const { changes: large } = (
      await ada.call(adminSeveralProducts.previewPrices, { percent: -60, line: 'Nomad' })
    ).json()
    expect(large[0].large).toBe(true)
    const some = large.map(({ product_id, version }: AdminProduct) => ({ product_id, version }))
    expect((await ada.call(adminSeveralProducts.changePrices, { percent: -60, products: some })).statusCode).toBe(409)
  })

  test('a change of prices by percent shows the sale prices that go along', async () => {
    const { price_cents } = await getProduct('103')
    await update('103', { sale_price_cents: price_cents - 1000 })
    const { changes } = (await ada.call(adminSeveralProducts.previewPrices, { percent: 10 })).json()
    const shown = changes.find(({ product_id }: AdminProduct) => product_id === '103')
    expect([shown.sale_before_cents, shown.sale_after_cents]).toEqual([
      price_cents - 1000,
      Math.round((price_cents - 1000) * 1.1),
    ])
    await update('103', { sale_price_cents: null })
    const after = (await ada.call(adminSeveralProducts.previewPrices, { percent: 10 })).json().changes
    expect(after.find(({ product_id }: AdminProduct) => product_id === '103').sale_after_cents).toBeNull()
  })

  onBoth('a product moves in the list, and back', async () => {
    const before = await list('')
    const [first = '', second = '', third = ''] = before
    const { audit_id } = (await ada.call(at(adminCatalog.moveProduct, first), { place: 3 })).json()
    expect((await list('')).slice(0, 3)).toEqual([second, third, first])
    await undo(audit_id)
    expect(await list('')).toEqual(before)
    await ada.call(at(adminCatalog.moveProduct, first), { place: 1_000_000 })
    expect((await list('')).at(-1)).toBe(first)
    await ada.call(at(adminCatalog.moveProduct, first), { place: 1 })
    expect(await list('')).toEqual(before)
  })

  test('the table for a spreadsheet changes nothing when it comes back, and what it changes is one change', async () => {
    const csv = await downloadFile(ada, productsFile)
    const same = (await ada.call(adminSeveralProducts.previewImport, { csv, stock: true })).json()
    expect(same).toEqual({ added: [], changed: [], large_price_changes: [], errors: [], error_count: 0 })
    const table = 'product_id;price;materials\r\n111;80.25;Canvas\r\n112;90;'
    const { changed } = (await ada.call(adminSeveralProducts.previewImport, { csv: table })).json()
    const before = await getProduct('111')
    expect(changed).toEqual([
      {
        key: '111',
        name: before.product_name,
        fields: [
          { field: 'price', before: before.price_cents / 100, after: 80.25 },
          { field: 'details.materials', before: before.details.materials, after: 'Canvas' },
        ],
      },
      { key: '112', name: expect.any(String), fields: [expect.anything(), expect.objectContaining({ after: null })] },
    ])
    const { audit_id } = (await ada.call(adminSeveralProducts.importProducts, { csv: table })).json()
    expect(await getProduct('111')).toMatchObject({ price_cents: 8025, details: { materials: 'Canvas' } })
    await undo(audit_id)
    expect((await getProduct('111')).price_cents).toBe(before.price_cents)
  })

  test.each([
    ['an unknown column', 'product_id,colour\n101,Red', 1],
    ['no ids', 'price\n79', 1],
    ['a comma price', 'product_id;price\n101;"12,50"', 2],
    ['the same product twice', 'product_id,price\n101,79\n101,80', 3],
    ['a slug of another product', 'product_id,slug\n101,campus-slim-grey', 2],
    ['a new product without a name', 'product_id,price\nnew,79', 2],
    ['too few cells', 'product_id,price\n101', 2],
    ['a wrong price below a blank line', 'product_id,price\n\n101,"12,50"', 3],
    ['an empty price', 'product_id,price\n101,', 2],
  ])('a table with %s is refused as a whole, with the row', async (_, csv, row) => {
    const { errors } = (await ada.call(adminSeveralProducts.previewImport, { csv })).json()
    expect(errors.map((error: { row: number }) => error.row)).toContain(row)
    expect((await ada.call(adminSeveralProducts.importProducts, { csv })).statusCode).toBe(409)
  })

  const upload = (name: string, payload: Buffer) =>
    shop.app.inject({
      method: 'POST',
      url: `${UPLOAD_PATH}?name=${encodeURIComponent(name)}`,
      headers: {
        host: 'localhost:3000',
        origin: 'http://localhost:3000',
        cookie: [...ada.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        'content-type': 'application/octet-stream',
      },
      payload,
    })

  test('a table with more rows than the shop takes is refused as a whole', async () => {
    const csv = `product_id\n${'1\n'.repeat(100_001)}`
    const { errors } = (await ada.call(adminSeveralProducts.previewImport, { csv })).json()
    expect(errors).toEqual([{ row: 100_002, field: '', message: expect.stringContaining('100,000') }])
  })

  test('a photograph is put up, shown by a product, and taken out again', async () => {
    const sent = await upload('../IMG 0042.PNG', await buildImage(80))
    expect(sent.json()).toMatchObject({ file: expect.stringMatching(/^img-0042-[0-9a-f]{8}\.jpg$/) })
    const { file } = sent.json()
    const response = await update('109', { images: [{ file, alt: 'The bag on a bench' }] })
    expect(response.json().product.images).toMatchObject([{ file, alt: 'The bag on a bench' }])
    const shown = await shop.app.inject({ url: response.json().product.images[0].image_url })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    await undo(response.json().audit_id)
    expect((await getProduct('109')).images.map((image) => image.file)).not.toContain(file)
  })

  test.each([
    ['a text called .jpg', 'a.jpg', async () => Buffer.from('just text'), 'holds no picture'],
    ['an SVG with script', 'a.svg', async () => Buffer.from('<svg onload="x()"></svg>'), 'SVG'],
    ['a photograph in HEIC', 'a.HEIC', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 'Most Compatible'],
    ['a picture cut off', 'a.jpg', async () => (await buildImage(900)).subarray(0, 4000), 'damaged'],
    ['an empty file', 'a.jpg', async () => Buffer.alloc(0), 'is empty'],
    ['a GIF called .jpg', 'a.jpg', async () => Buffer.from('GIF89a'), 'save a picture as JPEG or PNG, a video as MP4'],
    ['a picture of 200 megapixels', 'a.png', hugePicture, 'megapixels'],
  ])('%s is refused with a sentence', async (_, name, build, sentence) => {
    const response = await upload(name, await build())
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringContaining(sentence)])
    expect(response.json().message).toContain(name)
  })

  test('a video larger than the shop takes is refused, and a smaller one is put up', async () => {
    const long = Readable.from(Array<Buffer>(70).fill(buildVideo(1_000_000)))
    const sent = uploadMedia(
      { database: shop.store.database, clock: shop.clock, actor: 'owner@shop.example' },
      { name: 'long.mp4', content: long, readPicture: async () => ({ size: null, failure: null }) },
    )
    await expect(sent).rejects.toThrow('larger than 60 MB')
    expect((await upload('short.mp4', buildVideo(4000))).json().file).toMatch(/^short-[0-9a-f]{8}\.mp4$/)
  })
})

/** Its beginning says 20,000 by 10,000 pixels. */
async function hugePicture(): Promise<Buffer> {
  const small = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  small.writeUInt32BE(20_000, 16)
  small.writeUInt32BE(10_000, 20)
  // Of the header with its name.
  small.writeUInt32BE(crc32(small.subarray(12, 29)), 29)
  return small
}

/** The fields of a product that its form sends. */
function editable({
  product_id: _id,
  stock_quantity: _stock,
  version: _version,
  place: _place,
  products: _products,
  price_today_cents: _price,
  today: _today,
  ...fields
}: AdminProduct) {
  return fields
}
