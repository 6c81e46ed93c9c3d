import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { formatMoney } from '@shop/contract/money'
import { normalizeOrderNumber } from '@shop/contract/orders'
import { listAudit } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import { importOrders } from '../orders/orders.import.ts'
import { findOrder, listOrders, type StoredOrder } from '../orders/orders.repository.ts'
import { ORDER_COLUMNS, type OrderFileError } from '../orders/orders-file.ts'
import { noteOnOrder, refundItem, replaceTracking, shipOrder } from '../orders/ship-and-refund.ts'
import { auditOutput } from './audit.commands.ts'
import { type CommandContext, type CommandOutput, changeContext } from './command.ts'
import { stripControlCharacters } from './control-characters.ts'
import { readNamedFile } from './named-file.ts'
import { parsePositive } from './parse-values.ts'
import { pluralize } from './pluralize.ts'

const MAX_LISTED = 999_999

/** `orders import`, `list`, `show`, `ship` and `refund`. */
export function addOrdersCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const orders = program.command('orders').description('Import, list, show, ship and refund orders.')
  orders
    .command('import')
    .description('Import orders from a CSV file, one row per item: all of them, or none if one is wrong.')
    .argument('<file>', 'CSV file in UTF-8')
    .addHelpText('after', `\nThe first line names the columns, in any order: ${ORDER_COLUMNS.join(', ')}.`)
    .action(async (file) => {
      const bytes = await readNamedFile(file)
      report(importOutput(await importOrders((await openStore()).database, bytes)))
    })
  orders
    .command('list')
    .description('List the newest orders.')
    .option('--limit <count>', 'how many orders', parsePositive(MAX_LISTED), 50)
    .action(async ({ limit }) => report(listOutput(await listOrders((await openStore()).database, limit))))
  orders
    .command('show')
    .description('Show an order with its items, and why any were cancelled.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .action(async (orderId) => report(await showOrder((await openStore()).database, orderId)))
  addShipCommand(orders, context)
  addRefundCommand(orders, context)
  addHistoryCommands(orders, context)
}

function addShipCommand(orders: Command, context: CommandContext): void {
  const { report } = context
  orders
    .command('ship')
    .description('Record that an order was shipped. Nothing of it can be cancelled from then on.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .argument('<tracking...>', 'tracking number; several words are joined', parseTracking)
    .option('--replace', 'correct the tracking number of an order that was shipped already')
    .action(async (orderId, tracking, { replace }) => {
      const changes = await changeContext(context)
      if (replace === true) await replaceTracking(changes.database, orderId, tracking)
      else await shipOrder(changes, orderId, tracking)
      report({
        lines: [`Order ${orderId} has shipped, with the tracking number ${tracking}.`],
        json: { order_id: orderId, tracking_number: tracking },
      })
    })
}

function addHistoryCommands(orders: Command, context: CommandContext): void {
  const { openStore, report } = context
  orders
    .command('note')
    .description('Note something about an order, for the owner alone.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .argument('<words...>', 'what to note')
    .action(async (orderId, words) => {
      const id = await noteOnOrder(await changeContext(context), orderId, words.join(' '))
      report({ lines: [`It is noted on order ${orderId}.`], json: { order_id: orderId, id } })
    })
  orders
    .command('history')
    .description('List what the owner did to an order, corrections too, newest first.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .action(async (orderId) => {
      const subject = { kind: 'order', id: orderId }
      report(auditOutput(await listAudit((await openStore()).database, { subject }, MAX_HISTORY), MAX_HISTORY))
    })
}

const MAX_HISTORY = 1000

function addRefundCommand(orders: Command, { openStore, clock, report }: CommandContext): void {
  orders
    .command('refund')
    .description('Record that an item was paid back.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .argument('<item>', 'item number, as "orders show" prints it')
    .action(async (orderId, item) => {
      await refundItem((await openStore()).database, orderId, item, clock())
      report({
        lines: [`Item ${item} of order ${orderId} is refunded.`],
        json: { order_id: orderId, order_item_id: item, refund_status: 'refunded' },
      })
    })
}

/** Joins the words of a tracking number; called once per word. */
function parseTracking(word: string, previous = ''): string {
  const tracking = `${previous}${word}`.trim()
  if (!/^[\p{L}\p{N} ._/-]{1,100}$/u.test(tracking)) {
    throw new InvalidArgumentError('It may hold letters, digits, blanks, dots, slashes and dashes, at most 100.')
  }
  return tracking
}

function importOutput(result: Awaited<ReturnType<typeof importOrders>>): CommandOutput {
  if (result.errors.length > 0) {
    return { lines: [...result.errors.map(errorLine), 'Nothing was changed.'], json: result, failed: true }
  }
  const count = result.imported.length
  return { lines: [`${pluralize(count, 'order')} ${count === 1 ? 'is' : 'are'} in the shop now.`], json: result }
}

function errorLine({ row, field, message }: OrderFileError): string {
  return `Row ${row}${field === '' ? '' : `, ${stripControlCharacters(field)}`}: ${message}`
}

function listOutput(orders: Awaited<ReturnType<typeof listOrders>>): CommandOutput {
  return {
    table: orders.map((order) => ({
      order: order.order_id,
      date: order.order_date,
      status: stripControlCharacters(order.imported_status ?? order.order_status),
      name: stripControlCharacters(`${order.first_name} ${order.last_name}`),
      total: formatMoney(order.total_cents + order.delivery_cents + order.tax_cents),
      tracking: stripControlCharacters(order.tracking_number ?? ''),
    })),
    json: orders,
  }
}

async function showOrder(database: Database, orderId: string): Promise<CommandOutput> {
  const order = await findOrder(database, orderId)
  if (order === null) return { lines: [`There is no order ${orderId}.`], json: null, failed: true }
  return { above: orderFacts(order), table: order.items.map(itemRow), lines: cancellationLines(order), json: order }
}

function orderFacts(order: StoredOrder): string[] {
  const name = stripControlCharacters(`${order.first_name} ${order.last_name}`)
  return [
    `Order:     ${order.order_id}, ${order.order_date}, ${stripControlCharacters(order.imported_status ?? order.order_status)}`,
    `Customer:  ${name} <${stripControlCharacters(order.email)}>${order.customer_id === null ? ', guest' : ''}`,
    `Goods:     ${formatMoney(order.total_cents)}`,
    `Delivery:  ${formatMoney(order.delivery_cents)}, expected ${order.estimated_delivery_date ?? 'N/A'}`,
    `Sales tax: ${formatMoney(order.tax_cents)}`,
    `Total:     ${formatMoney(order.total_cents + order.delivery_cents + order.tax_cents)}`,
    `Tracking:  ${stripControlCharacters(order.tracking_number ?? 'not shipped yet')}`,
    '',
  ]
}

function itemRow(item: StoredOrder['items'][number]): Record<string, string | number> {
  return {
    item: item.order_item_id,
    product: item.product_id,
    name: stripControlCharacters(item.product_name),
    quantity: item.quantity,
    price: formatMoney(item.price_cents),
    status: [item.cancellation_status, item.refund_status].filter((status) => status !== null).join(', '),
  }
}

function cancellationLines({ items }: StoredOrder): string[] {
  return items.flatMap(({ order_item_id, cancellation_reason, cancellation_details }) => {
    if (cancellation_reason === null) return []
    const reason = stripControlCharacters(cancellation_reason)
    return ['', `${order_item_id}: ${reason}. ${stripControlCharacters(cancellation_details ?? '')}`.trimEnd()]
  })
}
