import type { EditedProduct, ProductStatus } from '@shop/contract/admin/catalog'
import { keysOf } from '@shop/contract/keys-of'
import { formatDollars } from '../ui/format-amount.ts'
import { labelOf } from './product-values.ts'

const STATUS_CHANGES: Readonly<Record<ProductStatus, string>> = {
  published: 'The product is in the shop',
  draft: 'The product is a draft',
  hidden: 'The product is hidden',
}

type Named = 'price' | 'sale_price' | 'status'
type Changes = { [Name in Named]?: EditedProduct[Name] | undefined } & {
  [Name in Exclude<keyof EditedProduct, Named>]?: unknown
}

/** What was changed of a product, for the notification: `Sale ended. The product is hidden`. */
export function describeSave({ price, sale_price: salePrice, status, ...others }: Changes): string {
  const names = keysOf(others)
  const [name] = names
  return [
    ...(price === undefined ? [] : [`Price changed to ${formatDollars(price)}`]),
    ...(salePrice === undefined ? [] : [salePrice === null ? 'Sale ended' : `On sale for ${formatDollars(salePrice)}`]),
    ...(status === undefined ? [] : [STATUS_CHANGES[status]]),
    ...(name === undefined ? [] : [names.length === 1 ? `${labelOf(name)}: saved` : `${names.length} fields saved`]),
  ].join('. ')
}
