import { isDeepStrictEqual } from 'node:util'
import { isLargePriceChange } from '@shop/contract/catalog/admin'
import type { ProductDraft } from '../catalog.repository.ts'
import { isSameProduct } from '../product-columns.ts'
import { toFileRow } from './catalog-file.ts'

/** `null` where the field is missing. */
export type FieldChange = { field: string; before: unknown; after: unknown }
export type RowChange = { key: string; name: string; fields: FieldChange[] }
export type RowChanges = {
  added: { key: string; name: string }[]
  changed: RowChange[]
  gone: { key: string; name: string }[]
}

export type ProductChanges = RowChanges & {
  /** The remaining products change their order. */
  reordered: boolean
  /** By more than half; product ids. */
  large_price_changes: string[]
}

type Catalog = { products: readonly ProductDraft[]; formerSlugs: ReadonlyMap<string, readonly string[]> }

/** Compares a catalog file with the shop. Without `stock` the shop's stock stays; `day` is today. */
export function compareProducts(
  before: Catalog,
  after: Catalog,
  { stock, day }: { stock: boolean; day: string },
): Omit<ProductChanges, 'reordered'> {
  const known = new Map(before.products.map((product) => [product.product_id, product]))
  const slugsOf = ({ product_id: id }: ProductDraft) =>
    mergeSlugs(before.formerSlugs.get(id), after.formerSlugs.get(id))
  const isSame = (product: ProductDraft) => {
    const present = known.get(product.product_id)
    if (present === undefined || !isSameProduct(present, product)) return false
    const isSameStock = !stock || present.stock_quantity === product.stock_quantity
    return isSameStock && slugsOf(product).length === (before.formerSlugs.get(product.product_id)?.length ?? 0)
  }
  const same = new Set(after.products.filter(isSame).map(({ product_id }) => product_id))
  const differs = ({ product_id }: ProductDraft) => !same.has(product_id)
  const rows = compareRows(
    before.products.filter(differs).map((product) => rowOf(product, before.formerSlugs.get(product.product_id))),
    after.products.filter(differs).map((product) => {
      const present = known.get(product.product_id)
      const imported = stock || present === undefined ? product : { ...product, stock_quantity: present.stock_quantity }
      return rowOf(imported, slugsOf(product))
    }),
  )
  return {
    ...rows,
    large_price_changes: after.products.flatMap((product) => {
      const present = known.get(product.product_id)
      return present !== undefined && isLargePriceChange(present, product, day) ? [product.product_id] : []
    }),
  }
}

type Row = { key: string; name: string; fields: Readonly<Record<string, unknown>> }

function rowOf(product: ProductDraft, formerSlugs: readonly string[] = []): Row {
  const { details, ...fields } = toFileRow(product, formerSlugs)
  const facts = Object.fromEntries(Object.entries(details).map(([name, fact]) => [`details.${name}`, fact]))
  return { key: product.product_id, name: product.product_name, fields: { ...fields, ...facts } }
}

/** Former slugs are never forgotten. */
function mergeSlugs(known: readonly string[] = [], added: readonly string[] = []): string[] {
  return [...new Set([...known, ...added])].sort()
}

export function compareRows(before: readonly Row[], after: readonly Row[]): RowChanges {
  const known = new Map(before.map((row) => [row.key, row]))
  const keys = new Set(after.map(({ key }) => key))
  const naming = ({ key, name }: Row) => ({ key, name })
  return {
    added: after.filter(({ key }) => !known.has(key)).map(naming),
    changed: after.flatMap((row) => {
      const fields = compareFields(known.get(row.key)?.fields ?? row.fields, row.fields)
      return fields.length === 0 ? [] : [{ key: row.key, name: row.name, fields }]
    }),
    gone: before.filter(({ key }) => !keys.has(key)).map(naming),
  }
}

function compareFields(before: Row['fields'], after: Row['fields']): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
}

export function isUnchanged({ added, changed, gone }: RowChanges): boolean {
  return added.length + changed.length + gone.length === 0
}
