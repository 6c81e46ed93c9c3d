import { nameInColor, toSlug } from '@shop/contract/catalog/admin'
import { familyKey } from '@shop/contract/catalog/calls'
import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import type { StoredProduct } from '../catalog.repository.ts'
import { freeSlug, insertNew, type Made, requireProduct, requireVersion } from './edit-product.ts'
import { listColors } from './products.repository.ts'

type Wanted = {
  product_id: string
  version: number
  color: string
  product_name: string
  pictures: boolean
}

/** Creates a draft in another color, which shares the product's card. 400 by field where it would not. */
export async function addColor(context: ChangeContext, wanted: Wanted): Promise<Made> {
  return insertNew(context, async (trx) => {
    const original = await requireProduct(trx, wanted.product_id)
    await requireVersion(trx, original, wanted.version)
    await requireFamily(trx, original, wanted)
    const { product_id: _, version: __, position: ___, ...product } = original
    const { color, product_name } = wanted
    return {
      ...product,
      color,
      product_name,
      slug: await freeSlug(trx, slugInColor(original, color)),
      pictures: wanted.pictures ? product.pictures : [],
      status: 'draft' as const,
      stock_quantity: 0,
    }
  })
}

/** `campus-slim-blue` → `campus-slim-green`; appends a color that the slug doesn't name. */
function slugInColor({ slug, color }: StoredProduct, other: string): string {
  const [before, after] = [toSlug(color), toSlug(other)]
  const words = `-${slug}-`
  return words.includes(`-${before}-`) ? words.replace(`-${before}-`, `-${after}-`).slice(1, -1) : `${slug}-${after}`
}

async function requireFamily(trx: Trx, original: StoredProduct, { color, product_name }: Wanted): Promise<void> {
  if (original.color === '') {
    throw new AppError('conflict', 'This product has no color yet. Please fill in its color first.')
  }
  const same = (await listColors(trx, original)).find((other) => other.color.toLowerCase() === color.toLowerCase())
  if (same !== undefined) {
    const message = `This product already exists in ${same.color}: "${same.product_name}" (${same.product_id})`
    throw new AppError('invalid_request', undefined, [{ field: 'color', message }])
  }
  if (familyKey({ ...original, color, product_name }) !== familyKey(original)) {
    const fitting = nameInColor(original, color)
    const message = `They are colors of one product if their names differ only in the color, such as "${fitting}"`
    throw new AppError('invalid_request', undefined, [{ field: 'product_name', message }])
  }
}
