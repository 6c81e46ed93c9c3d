import { isVideo } from '@shop/contract/catalog/calls'
import { type LineSheet, MAX_SHEET_PRODUCTS, type SheetProduct } from '@shop/contract/catalog/line-sheet'
import { shopAddressLines } from '@shop/contract/settings/shop-address'
import { mediaUrl } from '../../media/store/media.ts'
import type { Database } from '../../platform/database/database.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { publicUrlOf, type Settings } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import type { StoredProduct } from '../catalog.repository.ts'
import { listHiddenLines } from '../presentation.repository.ts'
import { listProductsPage } from '../products/products.repository.ts'
import { resolveWholesale } from '../wholesale.ts'
import { readLines } from './change-lines.ts'

type Place = { settings: Pick<Settings, 'publicUrl' | 'port'>; now: Date }

/** A line's products, or all, with wholesale prices for resellers. */
export async function readLineSheet(
  database: Database,
  line: string | null,
  { settings, now }: Place,
): Promise<LineSheet> {
  const shop = await getShopSettings(database)
  const hidden = await listHiddenLines(database)
  const filter = { search: '', status: 'published', line, stock: 'any', withoutLines: hidden } as const
  const found = await listProductsPage(database, filter, { from: null, limit: MAX_SHEET_PRODUCTS + 1 })
  const facts = { origin: publicUrlOf(settings, shop), percent: shop.wholesalePercent }
  return {
    products: found.slice(0, MAX_SHEET_PRODUCTS).map((product) => toSheetProduct(product, facts)),
    has_more: found.length > MAX_SHEET_PRODUCTS,
    lines: (await readLines(database)).lines.filter((line) => !line.hidden).map(({ line }) => line),
    today: localDay(now),
    shop: { name: shop.name, email: shop.email, postal_address: shopAddressLines(shop.shopAddress) },
  }
}

function toSheetProduct(
  product: StoredProduct,
  { origin, percent }: { origin: string; percent: number },
): SheetProduct {
  const { product_id, product_name, line, color, size, price_cents } = product
  const picture = product.pictures.find(({ file }) => !isVideo(file))
  return {
    product_id,
    product_name,
    line,
    color,
    size,
    price_cents,
    ...resolveWholesale(product, percent),
    image_url: picture === undefined ? null : mediaUrl(picture.file, picture.hash),
    url: `${origin}/product/${encodeURIComponent(product_id)}`,
  }
}
