import { CONTROL_ROW, type PageRow } from '../report.ts'
import { startControlPage } from './control-page.ts'
import { auditPage, hasLighthouse, medianSpeed, type PageSpeed } from './lighthouse.ts'

/** Every page that anyone may see without an order or an account. */
export const PAGE_PATHS = [
  '/',
  '/shop',
  '/product/101',
  '/compare?ids=101,102',
  '/cart',
  '/checkout',
  '/orderAndReturn',
  '/about',
  '/repairs',
  '/login',
] as const

/**
 * The medians of each page in Lighthouse, and of the control page. Each round visits every page once: a busy minute
 * affects all of them.
 */
export async function auditPages(shop: string, rounds: number): Promise<PageRow[]> {
  if (!(await hasLighthouse())) throw new Error('Lighthouse could not be downloaded, so pages are not measured')
  const control = await startControlPage()
  const addresses = new Map([[CONTROL_ROW, control.address], ...PAGE_PATHS.map((path) => [path, shop + path] as const)])
  try {
    return await auditAll(addresses, rounds)
  } finally {
    await control.stop()
  }
}

async function auditAll(addresses: ReadonlyMap<string, string>, rounds: number): Promise<PageRow[]> {
  const runs = new Map<string, PageSpeed[]>([...addresses.keys()].map((path) => [path, []]))
  for (let round = 1; round <= rounds; round += 1) {
    for (const [path, address] of addresses) {
      const speed = await auditPage(address)
      runs.get(path)?.push(speed)
      const { largestPaint, blocked } = speed
      console.info(
        `Lighthouse ${round}/${rounds} ${path}: ${Math.round(largestPaint)} ms, blocked ${Math.round(blocked)} ms`,
      )
    }
  }
  return [...runs].map(([path, speeds]) => ({ path, speed: medianSpeed(speeds) }))
}
