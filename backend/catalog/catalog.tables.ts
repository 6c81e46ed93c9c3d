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
  /** `ProductDetails` as JSON. */
  details: string
  /** Position in the list, from 0. */
  position: number
  /** Bumped by every change but those of stock; for optimistic locking. */
  version: Generated<number>
}

type ProductPicturesTable = {
  product_id: string
  /** Place among the product's pictures, from 0. */
  position: number
  /** Name of a picture or video in `media`. */
  file: string
  alt: string
}

/** Earlier slugs of products; none equals a current slug. */
type ProductSlugsTable = {
  slug: string
  product_id: string
}

/**
 * Rows whose versions are added up: 'catalog', 'stock-0' and so on, and 'photos', the version of
 * catalog/photos that was imported.
 */
type CatalogMetaTable = {
  id: string
  /** Bumped by every change of catalog or stock; 0 before the first import. */
  version: number
}

/** Products as an import will write them, by their place in it. */
type StagedProductsTable = Omit<ProductsTable, 'version'> & {
  import_id: string
  place: number
  staged_at: string
  /** The addition to the stock of a product that the shop has. */
  stock_change: number
  /** Their files and texts as JSON; `null` where they stay. */
  pictures: string | null
}

/** Products that an undo has taken out of the shop, in the version that it saw. They are deleted in parts. */
type ProductsToDeleteTable = { product_id: string; version: number }

/** Products that were sold out when that was last looked at, once a day. */
type SoldOutProductsTable = { product_id: string; since: string }
