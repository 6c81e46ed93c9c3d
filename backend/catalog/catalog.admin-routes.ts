import { type AdminProduct, adminCatalog } from '@shop/contract/catalog/admin'
import type { SalePrices } from '@shop/contract/catalog/calls'
import { adminLineSheet } from '@shop/contract/catalog/line-sheet'
import { adminSeveralProducts, MAX_SHEET_BYTES, productsFile } from '@shop/contract/catalog/several-products'
import { adminProductOrder } from '@shop/contract/catalog/sort-products'
import type { FastifyInstance } from 'fastify'
import { adminRoute, PRODUCTS, PRODUCTS_OR_ORDERS } from '../admin/admin-route.ts'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import { fileRoute } from '../admin/file-route.ts'
import { decodeCursor, PAGE_SIZE, pageOf } from '../admin/list-cursor.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { longTextOf, registerLongText } from '../platform/http/long-text.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { serializeAdminProduct, serializeListedAdminProduct } from './catalog.serializers.ts'
import { exportProductsCsv, importProductsCsv, previewProductsCsv } from './import/products-csv.ts'
import { readLineSheet } from './lines/line-sheet.ts'
import { listLineNames } from './presentation.repository.ts'
import { addColor } from './products/add-color.ts'
import { changePrices, changeSale, previewPrices, previewSale } from './products/change-prices.ts'
import {
  copyProduct,
  createProduct,
  deleteUnsold,
  moveProduct,
  requireProduct,
  updateProduct,
} from './products/edit-product.ts'
import { findPlace, listProductsPage, type ProductFilter } from './products/products.repository.ts'
import { readOrderToken, reorderProducts } from './products/sort-products.ts'
import { changeStock, previewStock, setStock } from './stock/change-stock.ts'

export function catalogAdminRoutes(app: FastifyInstance, context: Context): void {
  readRoutes(app, context)
  editRoutes(app, context)
  orderRoutes(app, context)
  bulkRoutes(app, context)
  sheetRoutes(app, context)
}

function readRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, settings } = context

  adminRoute(app, context, adminCatalog.listAdminProducts, PRODUCTS_OR_ORDERS, async ({ query }) => {
    const { search = '', status = null, line = null, stock, after } = query
    const filter = { search: search.trim(), status, line, stock }
    return {
      ...(await readPage(context, filter, after)),
      lines: await listLineNames(database),
    }
  })

  adminRoute(app, context, adminLineSheet.getLineSheet, PRODUCTS, ({ query: { line = null } }) =>
    readLineSheet(database, line, { settings, now: clock() }),
  )

  adminRoute(app, context, adminCatalog.getAdminProduct, PRODUCTS, ({ params }) =>
    readProduct(context, params.product_id),
  )
}

async function readPage({ database, clock }: Context, filter: ProductFilter, after: string | undefined) {
  const from = after === undefined ? null : parseCursor(after)
  const found = await listProductsPage(database, filter, { from, limit: PAGE_SIZE + 1 })
  const { rows, next } = pageOf(found, ({ position, product_id }) => [String(position), product_id])
  const { wholesalePercent } = await getShopSettings(database)
  const facts = { today: localDay(clock()), wholesalePercent }
  return { products: rows.map((product) => serializeListedAdminProduct(product, facts)), next }
}

/** The column's largest value on PostgreSQL. */
const MAX_POSITION = 2 ** 31 - 1

function parseCursor(after: string): { position: number; product_id: string } {
  const [position = '', product_id = ''] = decodeCursor(after, 2)
  const number = Number(position)
  if (!Number.isSafeInteger(number) || Math.abs(number) > MAX_POSITION) throw new AppError('invalid_request')
  return { position: number, product_id }
}

async function readProduct({ database, clock }: Context, product_id: string): Promise<AdminProduct> {
  const product = await requireProduct(database, product_id)
  return serializeAdminProduct(product, { ...(await findPlace(database, product.position)), today: localDay(clock()) })
}

async function change<T>(
  { database, clock, catalogVersion }: Context,
  admin: { email: string },
  make: (context: ChangeContext) => Promise<T>,
): Promise<T> {
  const result = await make({ database, clock, actor: admin.email })
  await catalogVersion.refresh()
  return result
}

function editRoutes(app: FastifyInstance, context: Context): void {
  adminRoute(app, context, adminCatalog.createProduct, PRODUCTS, async ({ body }, { admin }) => {
    const { audit_id, product_id } = await change(context, admin, (by) => createProduct(by, body.product))
    return { audit_id, product: await readProduct(context, product_id) }
  })

  adminRoute(app, context, adminCatalog.copyProduct, PRODUCTS, async ({ params }, { admin }) => {
    const { audit_id, product_id } = await change(context, admin, (by) => copyProduct(by, params.product_id))
    return { audit_id, product: await readProduct(context, product_id) }
  })

  adminRoute(app, context, adminCatalog.addColor, PRODUCTS, async ({ params, body }, { admin }) => {
    const { audit_id, product_id } = await change(context, admin, (by) => addColor(by, { ...params, ...body }))
    return { audit_id, product: await readProduct(context, product_id) }
  })

  adminRoute(app, context, adminCatalog.deleteProduct, PRODUCTS, async ({ params }, { admin }) => {
    return change(context, admin, (by) => deleteUnsold(by, params.product_id))
  })

  adminRoute(app, context, adminCatalog.updateProduct, PRODUCTS, async ({ params, body }, { admin }) => {
    const { audit_id, product_id } = await change(context, admin, (by) => updateProduct(by, { ...params, ...body }))
    return { audit_id, product: await readProduct(context, product_id) }
  })

  adminRoute(app, context, adminCatalog.moveProduct, PRODUCTS, async ({ params, body }, { admin }) => {
    const { audit_id, product_id } = await change(context, admin, (by) => moveProduct(by, { ...params, ...body }))
    return { audit_id, product: await readProduct(context, product_id) }
  })

  adminRoute(app, context, adminCatalog.changeStock, PRODUCTS, async ({ params, body }, { admin }) => {
    const { audit_id } = await change(context, admin, (by) => changeStock(by, { ...params, ...body }))
    return { audit_id, product: await readProduct(context, params.product_id) }
  })
}

function orderRoutes(app: FastifyInstance, context: Context): void {
  adminRoute(app, context, adminProductOrder.listProductOrder, PRODUCTS, async ({ query: { line = null, after } }) => {
    const filter: ProductFilter = { search: '', status: null, line, stock: 'any' }
    return { ...(await readPage(context, filter, after)), order: await readOrderToken(context.database) }
  })

  adminRoute(app, context, adminProductOrder.reorderProducts, PRODUCTS, async ({ body }, { admin }) => {
    const wanted = { moves: body.moves, seen: body.order }
    return { audit_id: await change(context, admin, (by) => reorderProducts(by, wanted)) }
  })
}

/** In bytes: a hundred thousand short rows. */
const LIST_BYTES = 16_000_000

function bulkRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  adminRoute(app, context, adminSeveralProducts.previewPrices, PRODUCTS, async ({ body: { percent, line = null } }) => {
    const repriced = await previewPrices(database, { percent, line, day: localDay(clock()) })
    return {
      changes: repriced.map(({ product, prices, large }) => ({
        product_id: product.product_id,
        product_name: product.product_name,
        version: product.version,
        before_cents: product.price_cents,
        after_cents: prices.price_cents,
        sale_before_cents: product.sale_price_cents,
        sale_after_cents: prices.sale_price_cents,
        large,
      })),
    }
  })

  adminRoute(
    app,
    context,
    adminSeveralProducts.changePrices,
    PRODUCTS,
    async ({ body }, { admin }) => change(context, admin, (by) => changePrices(by, body)),
    { bodyLimit: LIST_BYTES },
  )

  adminRoute(
    app,
    context,
    adminSeveralProducts.previewStock,
    PRODUCTS,
    async ({ body }) => ({ rows: await previewStock(database, body.text) }),
    { bodyLimit: LIST_BYTES },
  )

  adminRoute(
    app,
    context,
    adminSeveralProducts.setStock,
    PRODUCTS,
    async ({ body: { products, note } }, { admin }) => change(context, admin, (by) => setStock(by, products, { note })),
    { bodyLimit: LIST_BYTES },
  )
}

function sheetRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context

  fileRoute(app, context, productsFile, PRODUCTS, () => ({ name: 'products', parts: exportProductsCsv(database) }))

  app.register((scope, _options, done) => {
    registerLongText(scope, 'csv')
    importRoutes(scope, context)
    done()
  })
}

function importRoutes(app: FastifyInstance, context: Context): void {
  adminRoute(
    app,
    context,
    adminSeveralProducts.previewImport,
    PRODUCTS,
    async ({ body: { csv, stock } }, { request }) => {
      const { changes, errors, errorCount } = await previewProductsCsv(context, longTextOf(request, csv), { stock })
      const { added = [], changed = [], large_price_changes = [] } = changes ?? {}
      return { added, changed, large_price_changes, errors: [...errors], error_count: errorCount }
    },
    { bodyLimit: MAX_SHEET_BYTES },
  )

  adminRoute(
    app,
    context,
    adminSeveralProducts.importProducts,
    PRODUCTS,
    async ({ body: { csv, ...options } }, { admin, request }) => {
      const sheet = longTextOf(request, csv)
      const { audit_id } = await change(context, admin, (by) => importProductsCsv(by, sheet, options))
      return { audit_id }
    },
    { bodyLimit: MAX_SHEET_BYTES },
  )
}

export function salesAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  adminRoute(
    app,
    context,
    adminSeveralProducts.previewSale,
    PRODUCTS,
    async ({ body: { sale, line = null, search } }) => {
      const changes = await previewSale(database, sale, { line, search, day: localDay(clock()) })
      return {
        changes: changes.map(({ product, after, problem, large }) => ({
          product_id: product.product_id,
          product_name: product.product_name,
          version: product.version,
          price_cents: product.price_cents,
          before: toSale(product),
          after: toSale(after),
          problem,
          large,
        })),
      }
    },
  )

  adminRoute(
    app,
    context,
    adminSeveralProducts.changeSale,
    PRODUCTS,
    async ({ body }, { admin }) => change(context, admin, (by) => changeSale(by, body)),
    { bodyLimit: LIST_BYTES },
  )
}

function toSale({
  sale_price_cents: price_cents,
  sale_from: from,
  sale_until: until,
}: Omit<SalePrices, 'price_cents'>) {
  return price_cents === null ? null : { price_cents, from, until }
}
