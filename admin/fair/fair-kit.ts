import { adminSession } from '@shop/contract/admin/session'
import { adminTakenOrders } from '@shop/contract/admin/taken-orders'
import { catalogCalls } from '@shop/contract/catalog'
import * as z from 'zod/mini'
import { call } from '../app/call.ts'

/** What a device knows without a network: who uses it, the products with their prices and stock, delivery and sales tax. */
const fairKit = z.object({
  admin_id: z.string(),
  saved_at: z.string(),
  products: z.array(
    z.object({
      product_id: z.string(),
      product_name: z.string(),
      /** In cents. */
      price_today: z.int(),
      stock: z.int(),
    }),
  ),
  terms: adminTakenOrders.getOrderTerms.response,
})
export type FairKit = z.infer<typeof fairKit>

const KEY = 'admin-fair-kit'

/** What was stored on this device; `null` on one that was never made ready. */
export function readKit(): FairKit | null {
  try {
    return fairKit.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '')).data ?? null
  } catch {
    return null
  }
}

/** Loads what the page needs without a network, and keeps it on this device. `keepsPage`: whether it opens without one, too. */
export async function prepareDevice(): Promise<{ kit: FairKit; keepsPage: boolean }> {
  const { id: admin_id } = await call(adminSession.getSession, {})
  const terms = await call(adminTakenOrders.getOrderTerms, {})
  const { products } = await call(catalogCalls.listProducts, {})
  const kit: FairKit = {
    admin_id,
    saved_at: new Date().toISOString(),
    products: products.flatMap(({ product_id, product_name, price_cents, stock_quantity: stock }) =>
      price_cents === null ? [] : [{ product_id, product_name, price_today: price_cents, stock }],
    ),
    terms,
  }
  localStorage.setItem(KEY, JSON.stringify(kit))
  return { kit, keepsPage: await keepPage() }
}

/** Name of the cache that `fair-worker.ts` answers from. */
const CACHE = 'fair'
const PAGE = '/admin/fair'

/** Keeps the files of this page, which were all loaded with it. */
async function keepPage(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  await navigator.serviceWorker.register('/admin/fair-worker.js')
  await navigator.serviceWorker.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const files = loaded.filter(
    ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/admin/assets/'),
  )
  const wanted = [new URL(PAGE, location.origin), ...files].map(({ href }) => href)
  const cache = await caches.open(CACHE)
  await cache.addAll(new Set(wanted))
  for (const { url } of await cache.keys()) if (!wanted.includes(url)) await cache.delete(url)
  return true
}
