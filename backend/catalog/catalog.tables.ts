import { PRODUCT_FIELDS } from '@shop/contract/catalog'
import { type Fields, type FieldValues, text } from '@shop/contract/fields'

export type CatalogTables = {
  products: ProductsTable
  product_pictures: ProductPicturesTable
  catalog_meta: CatalogMetaTable
}

declare module '../database/tables.ts' {
  interface Tables extends CatalogTables {}
}

/** The plain fields of a product, each a column of the table and a field of the catalog file. */
export const STORED_FIELDS = {
  ...PRODUCT_FIELDS,
  /** Slim or full; not sent, siblings are found by it. */
  style: text(50),
} satisfies Fields

type ProductsTable = FieldValues<typeof STORED_FIELDS> & {
  product_id: string
  slug: string
  product_name: string
  price_cents: number
  stock_quantity: number
  /** HTML, already sanitised (R10). */
  description: string
  /** `ProductDetails` as JSON. */
  details: string
  /** Position in the list, from 0. */
  position: number
}

type ProductPicturesTable = {
  product_id: string
  /** Place among the product's pictures, from 0. */
  position: number
  /** Name in catalog/photos/. */
  file: string
  alt: string
}

/** A single row, id 'catalog'. */
type CatalogMetaTable = {
  id: string
  /** Bumped by every change of catalog or stock; 0 before the first import. */
  version: number
}
