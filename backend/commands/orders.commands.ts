import { type Command, Option } from '@commander-js/extra-typings'
import { CHANNELS } from '@shop/contract/admin/orders'
import { IMPORT_STATUSES } from '@shop/contract/admin/orders-import'
import { formatAdminMoney } from '@shop/contract/money'
import { paidCents } from '@shop/contract/order-totals'
import { normalizeOrderNumber } from '@shop/contract/orders'
import { formatCount, plural } from '@shop/contract/plural'
import type { Database } from '../database/database.ts'
import { asFile } from '../lib/csv.ts'
import { localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { addressText } from '../orders/order-address.ts'
import { importOrders } from '../orders/orders.import.ts'
import { addressLine } from '../orders/orders.mail.ts'
import {
  findOrder,
  type KnownRefund,
  listNotes,
  listOrders,
  listRefunds,
  type OrderNote,
  paidBackCents,
  type StoredOrder,
} from '../orders/orders.repository.ts'
import { ordersCsv } from '../orders/orders-csv.ts'
import { type ImportNote, ORDER_COLUMNS, parseOrdersFile } from '../orders/orders-file.ts'
import type { OrderFileError } from '../orders/orders-sheet.ts'
import { listReturns, type OrderReturn } from '../orders/returns.repository.ts'
import {
  type CommandContext,
  type CommandOutput,
  changeContext,
  joinParts,
  parseDay,
  parsePositive,
  readNamedFile,
  writeNamedFile,
} from './command.ts'
import { addOrderChangesCommands } from './order-changes.commands.ts'
import { addToShipCommands } from './orders-to-ship.commands.ts'
import { undoHint } from './preview.ts'

const MAX_LISTED = 999_999

/** `orders import`, `list`, `show`, `export`, and the changes of an order. */
export function addOrdersCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const orders = program.command('orders').description('Import, list, show and change orders.')
  orders
    .command('import')
    .description('Import orders from a CSV file, one row per item: all of them, or none if one is wrong.')
    .argument('<file>', 'CSV file')
    .addOption(
      new Option('--status <status>', 'status of all that are not cancelled or refunded, such as delivered').choices(
        IMPORT_STATUSES,
      ),
    )
    .addHelpText('after', `\nThe first line names the columns, in any order: ${ORDER_COLUMNS.join(', ')}.`)
    .action(async (file, { status }) => {
      const parsed = parseOrdersFile(await readNamedFile(file), status ?? null)
      report(importOutput(await importOrders(await changeContext(context), parsed), parsed.notes))
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
  addExportCommand(orders, context)
  addToShipCommands(orders, context)
  addOrderChangesCommands(orders, context)
}

function addExportCommand(orders: Command, { openStore, clock, report }: CommandContext): void {
  orders
    .command('export')
    .description('Write orders as CSV for a spreadsheet, or the sales tax by state, to a file or to the screen.')
    .argument('[file]', 'file to write')
    .option('--from <day>', 'first day, such as 2026-01-01; without it the first of this year', parseDay)
    .option('--to <day>', 'last day; without it today', parseDay)
    .option('--tax-by-state', 'a row for each state, with goods, delivery and tax')
    .option('--replace', 'replace a file of that name')
    .action(async (file, { from, to, taxByState, replace = false }) => {
      const today = localDay(clock())
      const period = { from: from ?? `${today.slice(0, 4)}-01-01`, to: to ?? today }
      const parts = ordersCsv((await openStore()).database, period, taxByState === true ? 'tax' : 'orders')
      if (file !== undefined) await writeNamedFile(file, asFile(parts), { replace })
      else {
        const csv = await joinParts(parts)
        return report({ lines: [csv.trimEnd()], json: { ...period, csv } })
      }
      report({ lines: [`The orders from ${period.from} to ${period.to} are in ${file}.`], json: { ...period, file } })
    })
}

function importOutput(result: Awaited<ReturnType<typeof importOrders>>, notes: readonly ImportNote[]): CommandOutput {
  if (result.errors.length > 0) {
    return { lines: [...result.errors.map(errorLine), 'Nothing was changed.'], json: result, failed: true }
  }
  const { imported, errors, auditId } = result
  const sentence = `${formatCount(imported.length, 'order')} ${plural(imported.length, 'is', 'are')} in the shop now.`
  const told = notes.map(({ row, message }) => `Row ${row}: ${stripControlCharacters(message)}`)
  return { lines: [...told, sentence, ...undoHint(auditId)], json: { imported, errors, notes, id: auditId } }
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
      total: formatAdminMoney(paidCents(order)),
      tracking: stripControlCharacters(order.tracking_number ?? ''),
    })),
    json: orders,
  }
}

async function showOrder(database: Database, orderId: string): Promise<CommandOutput> {
  const order = await findOrder(database, orderId)
  if (order === null) return { lines: [`There is no order ${orderId}.`], json: null, failed: true }
  const [refunds, notes] = [await listRefunds(database, orderId), await listNotes(database, orderId)]
  // Whoever has the token of a label can read it.
  const returns = (await listReturns(database, order, refunds)).map(({ label_token: _, ...asked }) => asked)
  return {
    above: orderFacts(order, refunds),
    table: order.items.map(itemRow),
    lines: [...cancellationLines(order), ...returns.map(returnLine), ...refundLines(refunds), ...noteLines(notes)],
    json: { ...order, returns, refunds, notes },
  }
}

function returnLine({ return_id, state, items, reason, details }: Omit<OrderReturn, 'label_token'>): string {
  const what = items.map(({ order_item_id, quantity }) => `${quantity} of ${order_item_id}`).join(', ')
  const words = stripControlCharacters(details)
  return `${return_id}: ${state.replace('_', ' ')}, ${what} (${reason})${words === '' ? '' : `. ${words}`}`
}

const WITHOUT_NUMBER: Readonly<Record<string, string>> = {
  untracked: 'shipped without a number',
  own_delivery: 'own delivery',
  picked_up: 'picked up',
}

function orderFacts(order: StoredOrder, refunds: readonly KnownRefund[]): string[] {
  const name = stripControlCharacters(`${order.first_name} ${order.last_name}`)
  return [
    `Order:     ${order.order_id}, ${order.order_date}, ${stripControlCharacters(order.imported_status ?? order.order_status)}`,
    ...(order.channel === 'online' ? [] : [`Taken:     ${CHANNELS[order.channel].toLowerCase()}`]),
    `Customer:  ${name}${order.email === '' ? '' : ` <${stripControlCharacters(order.email)}>`}${order.customer_id === null ? ', guest' : ''}`,
    ...(order.phone === null ? [] : [`Telephone: ${stripControlCharacters(order.phone)}`]),
    ...(order.payment === null ? [] : [`Payment:   ${order.payment === 'unpaid' ? 'not paid yet' : order.payment}`]),
    ...addressFacts(order),
    `Goods:     ${formatAdminMoney(order.total_cents + order.discount_cents)}`,
    ...(order.discount_code === null
      ? []
      : [`Code:      ${order.discount_code}, ${formatAdminMoney(-order.discount_cents)}`]),
    ...(order.delivery_name === null ? [] : [`Option:    ${stripControlCharacters(order.delivery_name)}`]),
    `Delivery:  ${formatAdminMoney(order.delivery_cents)}, expected ${order.estimated_delivery_date ?? 'N/A'}`,
    `Sales tax: ${formatAdminMoney(order.tax_cents)}`,
    `Total:     ${formatAdminMoney(paidCents(order))}`,
    ...(refunds.length === 0 ? [] : [`Refunded: ${formatAdminMoney(paidBackCents(refunds))}`]),
    `Tracking:  ${stripControlCharacters(order.tracking_number ?? WITHOUT_NUMBER[order.shipped_by ?? ''] ?? 'not shipped yet')}`,
    ...(order.delivered_on === null ? [] : [`Delivered: ${order.delivered_on}`]),
    `Version:   ${order.version}`,
    '',
  ]
}

function addressFacts(order: StoredOrder): string[] {
  const address = addressText(order)
  return address === null ? [] : [`Address:   ${stripControlCharacters(addressLine(address))}`]
}

function itemRow(item: StoredOrder['items'][number]): Record<string, string | number> {
  return {
    item: item.order_item_id,
    product: item.product_id,
    name: stripControlCharacters(item.product_name),
    quantity: item.quantity,
    price: formatAdminMoney(item.price_cents),
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

function refundLines(refunds: readonly KnownRefund[]): string[] {
  return refunds.flatMap(({ refund_id, amount_cents, refunded_at, note, failed }) => {
    const done = failed ? 'asked for in vain' : 'refunded'
    const text = `${refund_id}: ${formatAdminMoney(amount_cents)} ${done} on ${localDay(new Date(refunded_at))}. `
    return ['', `${text}${stripControlCharacters(note)}`.trimEnd()]
  })
}

function noteLines(notes: readonly OrderNote[]): string[] {
  return notes.flatMap(({ noted_at, author, note }) => [
    '',
    `Note of ${localDay(new Date(noted_at))} by ${stripControlCharacters(author)}: ${stripControlCharacters(note)}`,
  ])
}
