import { adminSession } from '@shop/contract/access/session'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { unitsOf } from '@shop/contract/money'
import { adminTakenOrders } from '@shop/contract/orders/taken-orders'
import { DEFAULT_TIME_ZONE } from '@shop/contract/settings/time-zone'
import * as z from 'zod/mini'
import { AdminCallError, call } from '../app/call.ts'
import { FAIR_CACHE_NAME, FAIR_KIT_KEY } from '../app/fair-storage.ts'
import { setTimeZone } from '../ui/time.ts'

/** The data that a device has without a network: who uses it, the products with their prices and stock, delivery and sales tax. */
const fairKit = z.object({
  admin_id: z.string(),
  saved_at: z.string(),
  // A device that was made ready by an earlier version does not know it.
  time_zone: z._default(z.string(), DEFAULT_TIME_ZONE),
  products: z.array(
    z.object({
      product_id: z.string(),
      product_name: z.string(),
      /** In cents. */
      price_today: z.int(),
      stock: z.int(),
    }),
  ),
  // A device that was made ready by an earlier version knows of no code that it is used up.
  terms: z.extend(adminTakenOrders.getOrderTerms.response, { used_up_codes: z._default(z.array(z.string()), []) }),
})
export type FairKit = z.infer<typeof fairKit>

/** The data stored on this device; `null` if it was never set up. */
export function readKit(): FairKit | null {
  try {
    const kit = fairKit.safeParse(JSON.parse(localStorage.getItem(FAIR_KIT_KEY) ?? '')).data ?? null
    if (kit !== null) setTimeZone(kit.time_zone)
    return kit
  } catch {
    return null
  }
}

/** Whether a product has each word of a search in its name or number, as in the list of products. */
export function holdsWords(
  { product_id, product_name }: { product_id: string; product_name: string },
  search: string,
): boolean {
  const text = `${product_name} ${product_id}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Takes what was sold from the stock that the device knows. */
export function takeFromKit(sold: readonly { product_id: string; quantity: number }[]): void {
  const kit = readKit()
  if (kit === null) return
  const products = kit.products.map((product) => {
    const units = sold.filter(({ product_id }) => product_id === product.product_id)
    return { ...product, stock: Math.max(0, product.stock - unitsOf(units)) }
  })
  try {
    localStorage.setItem(FAIR_KIT_KEY, JSON.stringify({ ...kit, products }))
  } catch {
    console.warn('there is no room to note what was sold')
  }
}

/**
 * Loads what the page needs without a network, and keeps it on this device for the signed-in person. `isForeign`: whether orders
 * of someone else wait on it, which would be seen by no one then. `keepsPage`: whether the page opens without a network, too.
 */
export async function prepareDevice(
  isForeign: (adminId: string) => boolean,
): Promise<{ kit: FairKit; keepsPage: boolean }> {
  const { id: admin_id, time_zone } = await call(adminSession.getSession, {})
  setTimeZone(time_zone)
  if (isForeign(admin_id)) throw new AdminCallError(OTHERS_WAIT, 409)
  const terms = await call(adminTakenOrders.getOrderTerms, {})
  const { products } = await call(catalogCalls.listProducts, {})
  const kit: FairKit = {
    admin_id,
    saved_at: new Date().toISOString(),
    time_zone,
    products: products.flatMap(({ product_id, product_name, price_cents, stock_quantity: stock }) =>
      price_cents === null ? [] : [{ product_id, product_name, price_today: price_cents, stock }],
    ),
    terms,
  }
  localStorage.setItem(FAIR_KIT_KEY, JSON.stringify(kit))
  return { kit, keepsPage: await keepPage() }
}

const OTHERS_WAIT =
  'Someone else’s orders are waiting on this device. They can sign in and open this page, or you can enter the orders under your name below.'
const UPDATED_MESSAGE = 'The shop was updated. Please reload this page and try again.'

const FAIR_PATH = '/admin/fair'
/** Of the build: `vite.config.ts`. */
const MANIFEST_PATH = '/admin/files.json'

/** Keeps this page with its files. */
async function keepPage(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  await navigator.serviceWorker.register('/admin/fair-worker.js')
  await navigator.serviceWorker.ready
  const manifest = buildManifest.parse(await (await fetch(MANIFEST_PATH, { cache: 'no-store' })).json())
  const page = await fetch(FAIR_PATH, { cache: 'no-store' })
  const fetched = new DOMParser().parseFromString(await page.clone().text(), 'text/html')
  const files = filesOf(manifest, ['index.html', 'fair/fair-page.tsx', 'app/help/help-panel.tsx'])
  for (const html of [document, fetched]) {
    if (!files.has(html.querySelector('script[src]')?.getAttribute('src') ?? ''))
      throw new AdminCallError(UPDATED_MESSAGE, 409)
  }
  const cache = await caches.open(FAIR_CACHE_NAME)
  await cache.put(FAIR_PATH, page)
  await cache.addAll(files)
  const wanted = new Set([FAIR_PATH, ...files])
  for (const { url } of await cache.keys()) if (!wanted.has(new URL(url).pathname)) await cache.delete(url)
  return true
}

/** The build's file for each source, with its styles, fonts and imports. */
const buildManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z._default(z.array(z.string()), []),
    assets: z._default(z.array(z.string()), []),
    imports: z._default(z.array(z.string()), []),
  }),
)

/** The addresses of all that some sources need, but for pictures: the handbook works without them. */
export function filesOf(manifest: z.infer<typeof buildManifest>, sources: readonly string[]): Set<string> {
  const seen = new Set(sources)
  const files = new Set<string>()
  for (const source of seen) {
    const built = manifest[source]
    if (built === undefined) throw new Error(`the build has no ${source}`)
    const fonts = built.assets.filter((asset) => asset.endsWith('.woff2'))
    for (const name of [built.file, ...built.css, ...fonts]) files.add(`/admin/${name}`)
    for (const other of built.imports) seen.add(other)
  }
  return files
}
