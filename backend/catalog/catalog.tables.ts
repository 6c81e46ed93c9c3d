import type { STORED_FIELDS } from '@shop/contract/catalog/admin'
import type { FieldValues } from '@shop/contract/http/fields'
import type { Generated } from 'kysely'

export type CatalogTables = {
  products: ProductsTable
  product_pictures: ProductPicturesTable
  product_slugs: ProductSlugsTable
  catalog_meta: CatalogMetaTable
  sold_out_products: SoldOutProductsTable
  staged_products: StagedProductsTable
  products_to_delete: ProductsToDeleteTable
}

declare module '../platform/database/tables.ts' {
  interface Tables extends CatalogTables {}
}

type ProductsTable = FieldValues<typeof STORED_FIELDS> & {
  details: string
  /** In the list, from 0. */
  position: number
  /** Bumped by every change except of stock. */
  version: Generated<number>
}

type ProductPicturesTable = {
  product_id: string
  position: number
  file: string
  alt: string
}

/** None equals a current slug. */
type ProductSlugsTable = {
  slug: string
  product_id: string
}

/** The catalog's version is the sum of 'catalog', 'stock-0' …; 'photos' is the imported version of catalog/photos. */
type CatalogMetaTable = {
  id: string
  /** 0 before the first import. */
  version: number
}

/** Products as an import will write them. */
type StagedProductsTable = Omit<ProductsTable, 'version'> & {
  import_id: string
  place: number
  staged_at: string
  stock_change: number
  /** JSON; `null` where they stay. */
  pictures: string | null
}

/** Removed by an undo, in the version that it saw; deleted in parts. */
type ProductsToDeleteTable = { product_id: string; version: number }

type SoldOutProductsTable = { product_id: string; since: string }
