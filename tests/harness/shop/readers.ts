import { setTimeout as pause } from 'node:timers/promises'

const PAGES = ['/', '/shop', '/product/101', '/about']
const EVERY_MS = 50

/** Results of reading pages: how many, how many failed, and the longest time of one. */
export type Pages = { requested: number; failed: number; slowest: number }

/** Requests pages repeatedly, as visitors do. */
export function startReading(address: string): { pages: Pages; stop: () => Promise<void> } {
  const pages: Pages = { requested: 0, failed: 0, slowest: 0 }
  let reading = true
  async function read(): Promise<void> {
    while (reading) {
      const began = performance.now()
      const path = PAGES[pages.requested++ % PAGES.length]
      const status = await fetch(`${address}${path}`, { headers: { accept: 'text/html' } })
        .then(async (response) => ((await response.text()).includes('</html>') ? response.status : 0))
        .catch(() => 0)
      if (status !== 200) pages.failed += 1
      pages.slowest = Math.max(pages.slowest, performance.now() - began)
      await pause(EVERY_MS)
    }
  }
  const done = read()
  return {
    pages,
    stop: async () => {
      reading = false
      await done
    },
  }
}

/** Requests each page once from each node, to fill their caches. */
export async function warm(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    for (const path of PAGES) await (await fetch(`${address}${path}`, { headers: { accept: 'text/html' } })).text()
  }
}
