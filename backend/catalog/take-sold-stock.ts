import { bumpStockVersion } from '../platform/database/catalog-version/catalog-version.ts'
import type { Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { takeStock } from './stock.repository.ts'

type Goods = readonly { product_id: string; product_name: string; quantity: number }[]

/** Takes goods sold before; throws with the consequence where too few are left. */
export async function takeSoldStock(trx: Trx, goods: Goods, consequence: string): Promise<void> {
  const { shortages } = await takeStock(trx, goods, { notForSale: 'skip' })
  await bumpStockVersion(trx)
  const [shortage] = shortages
  if (shortage === undefined) return
  const name = goods.find(({ product_id }) => product_id === shortage.product_id)?.product_name
  throw new AppError('conflict', `Only ${shortage.available} of ${name} are in stock${consequence}`)
}
