import { residentMegabytes } from '../../tests/harness/process-usage.ts'
import { OWNERS_SHOP, startShop } from '../../tests/harness/shop/shop-server.ts'
import { shopTemplate } from '../../tests/harness/shop/shop-template.ts'
import { median } from '../load.ts'
import type { Note } from '../report.ts'
import { againstNginx } from './against-nginx.ts'
import { cachedAgainstBare } from './cached-responses.ts'
import { findOrderAmong } from './many-orders.ts'
import { firstListOf, importOneOf, listOf } from './many-products.ts'

/** Start, cached responses, memory, and what depends on the number of orders and products. */
export async function measureServer(note: Note): Promise<void> {
  await measureShippedShop(note)

  const few = await findOrderAmong(1000)
  const many = await findOrderAmong(1_000_000)
  note('An order among 1,000,000 against 1,000', (many / few).toFixed(2), 'about 1')

  const shipped = await listOf(23)
  const crowded = await listOf(5000)
  note('Page of 5,000 products against 23', (crowded.pageBytes / shipped.pageBytes).toFixed(2), 'about 1')
  note('One letter typed into the filter of 5,000', `${crowded.filterMs.toFixed(1)} ms`, 'within a frame, 16 ms')

  const { seconds, megabytes } = await firstListOf(50_000)
  note('First list of 50,000 products', `${seconds.toFixed(2)} s, ${megabytes} MB`, 'under 2 s, under 400 MB')

  const imported = await importOneOf(2000)
  note('Import of one changed price among 2,000 products', `${imported.toFixed(2)} s`, 'at most 0.3 s')

  const behind = await againstNginx()
  if (behind === null) console.info('nginx is not here: a ratio is left out.')
  else note('Behind the shipped nginx against nginx sending a file', behind.toFixed(2), 'at least 0.9')
}

const START_COUNT = 5

/** Seconds from the command to the first page, as a median: right after an update the first start compiles its files. */
async function startToFirstPage(): Promise<number> {
  // Its data is a copy of a filled shop's, which is not part of a start.
  await shopTemplate()
  const seconds: number[] = []
  for (let start = 0; start < START_COUNT; start += 1) {
    const started = performance.now()
    const shop = await startShop({ LOG_LEVEL: 'info' }, { program: OWNERS_SHOP })
    try {
      await (await fetch(`${shop.address}/shop`)).text()
      seconds.push((performance.now() - started) / 1000)
    } finally {
      await shop.stop()
    }
  }
  return median(seconds)
}

async function measureShippedShop(note: Note): Promise<void> {
  note('Start to the first page', `${(await startToFirstPage()).toFixed(2)} s`, 'under 1.5 s')

  const shop = await startShop({ LOG_LEVEL: 'info' }, { program: OWNERS_SHOP })
  try {
    for (const path of ['/shop', '/product/101', '/api/products']) {
      const { shop: rate, ratio } = await cachedAgainstBare(shop, path)
      note(`${path} against bare node:http`, `${ratio.toFixed(2)} (${rate} a second)`, 'at least 0.9')
    }
    const memory = await residentMegabytes(shop.pid)
    if (memory !== null) note('Resident memory after that load', `${memory} MB`, 'under 200 MB')
  } finally {
    await shop.stop()
  }
}
