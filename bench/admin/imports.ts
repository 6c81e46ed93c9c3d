import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type APIRequestContext, request } from '@playwright/test'
import { adminAudit } from '@shop/contract/audit/admin'
import { adminSeveralProducts, productsFile } from '@shop/contract/catalog/several-products'
import { contactCalls } from '@shop/contract/contact/calls'
import { adminOrderImports } from '@shop/contract/orders/import'
import * as z from 'zod/mini'
import { MAX_ROWS } from '../../backend/orders/import/sheet-columns.ts'
import { readFlags } from '../../backend/platform/process/read-flags.ts'
import { ROOT } from '../../tests/harness/command.ts'
import { residentMegabytes } from '../../tests/harness/process-usage.ts'
import { COMMAND_FLAGS } from '../../tests/harness/shop/node-flags.ts'
import { OWNERS_SHOP, type ShopServer, startShop } from '../../tests/harness/shop/shop-server.ts'
import { printedInvite, signInFirstOwner } from '../../tests/harness/shop/sign-in-first-owner.ts'

/**
 * `npm run bench:imports -- 100000 50000` imports so many orders and new products in the admin, each in one file, changes each
 * price and one price, changes all prices in bulk, undoes all, and imports the products again by the command, while a visitor writes a message twenty times a second.
 * Prints the time of each, the longest wait of a message, how many were refused, the peak memory of the shop and of its commands,
 * and the longest row of the log of changes.
 */
readFlags({
  command: 'npm run bench:imports -- [ORDERS [PRODUCTS]]',
  does: 'Imports the given number of orders and products while visitors write, and prints how long the visitors wait.',
  others: /^\d+$/,
})
const [orders = 100_000, products = 50_000] = process.argv.slice(2).map(Number)
const MESSAGE_MS = 50
/** Percent of a bulk change of prices. */
const PRICE_PERCENT = 10
/** Bytes that a command prints: a line for each product. */
const MAX_PRINTED = 64 * 1024 * 1024

/** Megabytes that a command takes at most, by its name. */
const commandPeaks: Record<string, number> = {}

type Measured = {
  seconds: string
  'longest wait, ms': number
  refused: number
  messages: number
  'MB before': number | null
  'peak MB': number
}

const shop = await startShop({ DEMO: 'off', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' }, { program: OWNERS_SHOP })
const owner = await request.newContext({ extraHTTPHeaders: { origin: shop.address } })
try {
  await signInFirstOwner(owner, await printedInvite(shop))
  const rows: Record<string, Measured> = {}
  // More than a file takes are imported in several, as the shop says.
  rows[`import of ${orders} orders`] = await measure(shop, async () => {
    for (let first = 0; first < orders; first += MAX_ROWS)
      await post(owner, adminOrderImports.importOrders, orderSheet(first, Math.min(MAX_ROWS, orders - first)))
  })
  const sheet = await productSheet(owner, products)
  const options = { stock: false, large_price_changes: true }
  const { importProducts } = adminSeveralProducts
  const bring = async (csv: string) =>
    z.parse(importProducts.response, await post(owner, importProducts, { csv, ...options }))
  const undo = async (id: number | null) => post(owner, adminAudit.undoChange, { id })
  const made: (number | null)[] = []
  const note = async (csv: string) => void made.push((await bring(csv)).audit_id)
  rows[`import of ${products} new products`] = await measure(shop, () => note(sheet))
  rows[`import of ${products} prices`] = await measure(shop, () => note(sheet.replaceAll(',79,', ',81,')))
  rows['undo of the prices'] = await measure(shop, () => undo(made[1] ?? null))
  const seen = await previewPrices()
  rows[`bulk change of ${seen.length} prices`] = await measure(shop, async () => {
    const { changePrices } = adminSeveralProducts
    const change = { percent: PRICE_PERCENT, products: seen }
    made.push(z.parse(changePrices.response, await post(owner, changePrices, change)).audit_id)
  })
  rows['undo of the bulk change'] = await measure(shop, () => undo(made[2] ?? null))
  rows[`import of one price among ${products}`] = await measure(shop, () => note(sheet.replace(',79,', ',80,')))
  await undo(made[3] ?? null)
  const goods = join(shop.dataDir, 'goods')
  await command(shop, 'catalog', 'export', goods)
  rows['undo of the new products'] = await measure(shop, () => undo(made[0] ?? null))
  rows['the same products by command'] = await measure(shop, () => command(shop, 'catalog', 'import', goods, '--yes'))
  console.table(rows)
  console.log('peak MB of the commands:', commandPeaks)
  console.log(`longest row of the log of changes: ${(longestEntry(shop) / 1_000_000).toFixed(1)} MB`)
} finally {
  await owner.dispose()
  await shop.stop()
}

/** In a process of its own under GNU time, as an owner runs it beside the shop. */
async function command({ dataDir }: ShopServer, ...words: string[]): Promise<void> {
  const options = { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir }, maxBuffer: MAX_PRINTED }
  const report = join(dataDir, 'time')
  const args = ['-f', '%M', '-o', report, process.execPath, ...COMMAND_FLAGS, 'backend/commands/shop.ts', ...words]
  await promisify(execFile)('/usr/bin/time', args, options)
  commandPeaks[words.slice(0, 2).join(' ')] = Math.round(Number(await readFile(report, 'utf8')) / 1024)
}

async function post(from: APIRequestContext, { path }: { path: string }, data: unknown): Promise<unknown> {
  const response = await from.post(`${shop.address}${path}`, { data, timeout: 0 })
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

/** All products in the versions that the preview of a bulk change shows. */
async function previewPrices(): Promise<{ product_id: string; version: number }[]> {
  const { previewPrices: preview } = adminSeveralProducts
  const { changes } = z.parse(preview.response, await post(owner, preview, { percent: PRICE_PERCENT }))
  return changes.map(({ product_id, version }) => ({ product_id, version }))
}

/** Runs an import while somebody writes messages. */
async function measure({ address, pid }: ShopServer, work: () => Promise<unknown>): Promise<Measured> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await residentMegabytes(pid)
  const waits: number[] = []
  let refused = 0
  let isOver = false
  const sent: Promise<void>[] = []
  const writing = (async () => {
    for (let number = 0; !isOver; number += 1) {
      sent.push(
        writeMessage(address, number).then(({ ok, ms }) => {
          waits.push(ms)
          if (!ok) refused += 1
        }),
      )
      await pause(MESSAGE_MS)
    }
  })()
  await pause(1000)
  const started = performance.now()
  await work()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  isOver = true
  await writing
  await Promise.all(sent)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const peak = Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024)
  const longest = Math.round(Math.max(...waits))
  return { seconds, 'longest wait, ms': longest, refused, messages: waits.length, 'MB before': before, 'peak MB': peak }
}

/** Each from an address of its own, below every limit. */
async function writeMessage(address: string, number: number): Promise<{ ok: boolean; ms: number }> {
  const started = performance.now()
  const person = { firstName: 'Kim', lastName: 'Visitor', email: `kim${number}@example.org` }
  const { path, method } = contactCalls.contactUs
  const ok = await fetch(`${address}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${Date.now() % 250}.${number >> 8}.${number & 255}`,
    },
    body: JSON.stringify({ ...person, reason: 'Feedback', reference: '', message: `Message ${number}` }),
  }).then(
    (response) => response.arrayBuffer().then(() => response.ok),
    // A connection that the shop closes, as when it is too late with its answer.
    () => false,
  )
  return { ok, ms: performance.now() - started }
}

/** A row an order; no two are alike. */
function orderSheet(first: number, count: number) {
  const columns = ['order_id', 'order_date', 'full_name', 'email', 'product_id', 'product_name', 'price', 'quantity']
  const rows = Array.from({ length: count }, (_, index) => {
    const i = first + index
    const day = new Date(Date.UTC(2016, 0, 1 + (i % 3600))).toISOString().slice(0, 10)
    return `${2_000_000 + i},${day},Kim Visitor${i % 999},kim${i}@example.org,101,Campus Slim,${20 + (i % 80)}.50,1`
  })
  const text = [columns.join(','), ...rows].join('\n')
  return { text, columns: Object.fromEntries(columns.map((name, index) => [name, index])), status: 'delivered' }
}

/** The first product of the shop so many times, under other names, with a description of its own and without facts. */
async function productSheet(from: APIRequestContext, count: number): Promise<string> {
  const file = await (await from.get(`${shop.address}${productsFile.path}`)).text()
  const [header = ''] = file.split('\n')
  const names = header.replace('\uFEFF', '').trim().split(',')
  const words = 'A bag for every day, with a pocket for keys and a lining that can be washed.'
  const rows = Array.from({ length: count }, (_, i) => {
    const cells: Record<string, string> = {
      product_id: String(100_000 + i),
      slug: `bag-${i}`,
      product_name: `Bag ${i}`,
      line: 'Campus',
      style: 'slim',
      color: 'Blue',
      size: 'Slim',
      short_description: `Bag ${i} for every day`,
      description: `"<p>Bag ${i}. ${words.repeat(6)}</p>"`,
      price: '79',
      status: 'published',
      stock: '5',
    }
    return names.map((name) => cells[name] ?? '').join(',')
  })
  return [names.join(','), ...rows].join('\n')
}

function longestEntry({ dataDir }: ShopServer): number {
  const database = new DatabaseSync(join(dataDir, 'shop.sqlite'), { readOnly: true })
  const row = database.prepare('select max(octet_length(before) + octet_length(after)) as bytes from audit_log').get()
  database.close()
  return Number(row?.bytes)
}
