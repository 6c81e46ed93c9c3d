import { MAX_PRODUCT_STOCK } from '@shop/contract/admin/catalog'
import type { StockRow } from '@shop/contract/admin/several-products'
import type { Database } from '../database/database.ts'
import { listProducts, type StoredProduct } from './catalog.repository.ts'

/** What a pasted table of stocks would do, row by row, with a problem where a row cannot be taken. */
export async function previewStock(
  database: Database,
  rows: readonly { row: number; product: string; stock: string }[],
): Promise<StockRow[]> {
  const find = createFinder(await listProducts(database))
  const used = new Map<string, number>()
  return rows.map(({ row, product: text, stock }) => {
    const [product, other] = find(text)
    const count = /^\d{1,7}$/.test(stock.trim()) ? Number(stock) : null
    const first = used.get(product?.product_id ?? '')
    if (product !== undefined && first === undefined) used.set(product.product_id, row)
    return {
      row,
      product_id: product?.product_id ?? null,
      product_name: product?.product_name ?? text,
      before: product?.stock_quantity ?? 0,
      after: count ?? 0,
      problem: problemOf({ text, stock, product, other, count, first }),
    }
  })
}

type Found = {
  text: string
  stock: string
  product: StoredProduct | undefined
  other: StoredProduct | undefined
  count: number | null
  first: number | undefined
}

function problemOf({ text, stock, product, other, count, first }: Found): string | null {
  if (product === undefined) return `There is no product "${text}".`
  if (other !== undefined) return `Several products are called "${text}". Please use the id.`
  if (first !== undefined) return `The same product is in row ${first}.`
  if (count === null || count > MAX_PRODUCT_STOCK) return `"${stock}" is no whole number of pieces.`
  return null
}

/** Finds products by id, slug or whole name, without regard to case. */
function createFinder(products: readonly StoredProduct[]): (text: string) => StoredProduct[] {
  const keyOf = (text: string) => text.trim().toLowerCase()
  const ids = new Map(
    products.flatMap((one) => [[keyOf(one.slug), one] as const, [keyOf(one.product_id), one] as const]),
  )
  const names = Map.groupBy(products, ({ product_name }) => keyOf(product_name))
  return (text) => {
    const exact = ids.get(keyOf(text))
    return exact === undefined ? (names.get(keyOf(text)) ?? []) : [exact]
  }
}
