import type { Command } from '@commander-js/extra-typings'
import { MAX_SHEET_LENGTH } from '@shop/contract/admin/orders-import'
import { decodeSheet } from '@shop/contract/admin/sheet-text'
import type { DueFilter } from '@shop/contract/admin/shipping'
import { formatCount } from '@shop/contract/plural'
import { asFile } from '../lib/csv.ts'
import { formatDay, localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { listDueOrders, serializeDueOrder } from '../orders/due-orders.ts'
import { labelsCsv } from '../orders/labels-csv.ts'
import { itemLine } from '../orders/orders.mail.ts'
import { previewTracking, shipSeveral } from '../orders/ship-several.ts'
import { type CommandContext, type CommandOutput, changeContext, readNamedFile, writeNamedFile } from './command.ts'
import { NOT_CHANGED, undoHint } from './preview.ts'

/** `orders to-ship`, `export-labels` and `import-tracking`. */
export function addToShipCommands(orders: Command, context: CommandContext): void {
  addListCommand(orders, context)
  addLabelsCommand(orders, context)
  addTrackingCommand(orders, context)
}

const filterOf = (all: true | undefined): DueFilter => (all === true ? 'all' : 'today')

function addListCommand(orders: Command, { openStore, clock, report }: CommandContext): void {
  orders
    .command('to-ship')
    .description('List what is to go out today, the most overdue first, and what is due and on hold.')
    .option('--all', 'all open orders, also those that are promised for a later day')
    .action(async ({ all }) => {
      const now = clock()
      const due = await listDueOrders((await openStore()).database, filterOf(all), now)
      const listed = due.orders.map((one) => serializeDueOrder(one, localDay(now)))
      const waiting = due.waiting.map(({ order, promisedOn, problem }) => {
        return { order_id: order.order_id, promised_on: promisedOn, problem }
      })
      report({
        table: listed.map((order) => ({
          order: order.order_id,
          due: order.promised_on,
          name: stripControlCharacters(`${order.first_name} ${order.last_name}`),
          items: stripControlCharacters(order.items.map(itemLine).join(', ')),
        })),
        lines: [
          ...waiting.map(({ problem, promised_on }) => `${problem} It was promised for ${formatDay(promised_on)}.`),
          ...(due.hasMore ? ['There are more; these are the first.'] : []),
        ],
        json: { orders: listed, waiting, has_more: due.hasMore },
      })
    })
}

function addLabelsCommand(orders: Command, { openStore, clock, report }: CommandContext): void {
  orders
    .command('export-labels')
    .description(
      'Write the addresses of what is to go out today as CSV for a service for labels, to a file or to the screen.',
    )
    .argument('[file]', 'file to write')
    .option('--all', 'all open orders, also those that are promised for a later day')
    .option('--replace', 'replace a file of that name')
    .action(async (file, { all, replace = false }) => {
      const { database } = await openStore()
      const due = await listDueOrders(database, filterOf(all), clock())
      const { csv, ...counted } = await labelsCsv(
        database,
        due.orders.map(({ order }) => order),
      )
      if (file === undefined) return report({ lines: [csv.trimEnd()], json: { ...counted, csv } })
      await writeNamedFile(file, asFile(csv), { replace })
      const left = counted.leftOut.map(({ order_id, problem }) => `Order ${order_id} is not in it. ${problem}.`)
      report({ lines: [`${formatCount(counted.orders, 'order')} in ${file}.`, ...left], json: { ...counted, file } })
    })
}

function addTrackingCommand(orders: Command, context: CommandContext): void {
  orders
    .command('import-tracking')
    .description(
      'Ship the orders of a CSV file from a label service, each with its tracking number, as one change. Without --yes it only tells what would be shipped.',
    )
    .argument('<file>', 'CSV file with columns such as "Order ID" and "Tracking Number"')
    .option('--yes', 'ship them')
    .action(async (file, { yes }) => context.report(await importTracking(context, file, yes === true)))
}

async function importTracking(context: CommandContext, file: string, yes: boolean): Promise<CommandOutput> {
  const changing = await changeContext(context)
  const text = decodeSheet(await readNamedFile(file))
  if (text === null || text.length > MAX_SHEET_LENGTH) {
    const line =
      text === null ? `${file} is no text file. Save the sheet as CSV.` : `${file} is too large. Import it in parts.`
    return { lines: [line], json: null, failed: true }
  }
  const { shipments, refused } = await previewTracking(changing.database, text, context.clock())
  const problems = refused.map(({ row, message }) => `Row ${row}: ${stripControlCharacters(message)}`)
  const id = yes && shipments.length > 0 ? await shipSeveral(changing, shipments.map(toShipped)) : null
  const closing = shipments.length === 0 ? ['No order can be shipped by this file.'] : yes ? undoHint(id) : NOT_CHANGED
  return {
    table: shipments.map(({ order_id, name, tracking_number, carrier }) => ({
      order: order_id,
      name: stripControlCharacters(name),
      tracking: tracking_number,
      carrier: stripControlCharacters(carrier ?? ''),
    })),
    lines: [...problems, ...closing],
    json: { shipments, refused, id },
    failed: shipments.length === 0,
  }
}

type Shipment = Awaited<ReturnType<typeof previewTracking>>['shipments'][number]

function toShipped({ order_id: orderId, tracking_number: trackingNumber, carrier, version: seen }: Shipment) {
  return { orderId, trackingNumber, carrier, seen }
}
