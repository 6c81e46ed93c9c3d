export type CatalogTables = {
  products: ProductsTable
  product_pictures: ProductPicturesTable
  catalog_meta: CatalogMetaTable
}

declare module '../database/tables.ts' {
  interface Tables extends CatalogTables {}
}

type ProductsTable = {
  product_id: string
  slug: string
  product_name: string
  line: string
  style: string
  color: string
  size: string
  price_cents: number
  stock_quantity: number
  short_description: string
  /** HTML, already sanitised (R10). */
  description: string
  /** `ProductDetails` as JSON. */
  details: string
  /** Place in the list, from 0. */
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

/** One row, id 'catalog'. */
type CatalogMetaTable = {
  id: string
  /** Bumped by every change of catalog or stock; 0 before the first import. */
  version: number
}
