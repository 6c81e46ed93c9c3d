import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../harness/command.ts'

/** A product of the demo catalog, in stock. */
export const PRODUCT = { product_id: '101', product_name: 'Campus Slim Backpack, Blue', price: 79 } as const

/** One address for every route of the shop, read from its table of routes, which includes new pages. */
export const ADDRESSES: readonly string[] = [
  ...readFileSync(join(ROOT, 'storefront/routes.tsx'), 'utf8').matchAll(/path: '(\/[^']*)'/g),
].map(([, path = '']) => path.replace(/:\w+/, PRODUCT.product_id))

/** An address that no route has. */
export const UNKNOWN_ADDRESS = '/no-such-page'
