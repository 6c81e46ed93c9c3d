import { join } from 'node:path'
import { importCatalog } from '../catalog/catalog.import.ts'
import { importDeliveryAndTax, readCheckoutFolder } from '../checkout/checkout.import.ts'
import type { Database } from '../database/database.ts'
import { openPhotoShelf } from '../images/photo-shelf.ts'

/** The goods that the tests know by name and price. The maker's own, in `catalog/`, may change without failing a test. */
export const GOODS_FOLDER = join(import.meta.dirname, 'goods')
export const GOODS_FILE = join(GOODS_FOLDER, 'products.json')

/** Fills a new shop with the goods of the tests; a start of the shop then leaves its catalog alone. */
export async function loadGoods(database: Database): Promise<void> {
  const { errors } = await importCatalog(database, openPhotoShelf(), GOODS_FILE, { stock: true })
  if (errors.length > 0) throw new Error(`the goods of the tests cannot be imported: ${JSON.stringify(errors)}`)
  const { found } = await readCheckoutFolder(GOODS_FOLDER)
  if (found === null) throw new Error('the delivery options and tax rates of the tests cannot be read')
  await importDeliveryAndTax(database, found)
}
