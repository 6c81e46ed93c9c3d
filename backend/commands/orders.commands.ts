import { formatMoney } from '@shop/contract/money'
import { normalizeOrderNumber } from '@shop/contract/orders'
import { importOrders } from '../orders/orders.import.ts'
import { findOrder, listOrders, type StoredOrder } from '../orders/orders.repository.ts'
import { ORDER_COLUMNS, type OrderFileError } from '../orders/orders-file.ts'
import { refundItem, replaceTracking, shipOrder } from '../orders/ship-and-refund.ts'
import { type Command, UsageError } from './command.ts'
import { countOf } from './count-of.ts'
import { readOwnFile } from './own-file.ts'
import { plain } from './plain.ts'

const importCommand: Command = {
  name: 'orders import',
  takes: '<file.csv>',
  summary: 'Takes over orders from a CSV file, one row an item, all of it or nothing.',
  more: `The first line names the columns, in any order: ${ORDER_COLUMNS.join(', ')}.`,
  run: async ({ openStore, arguments: [file] }) => {
    if (file === undefined) throw new UsageError('Name a CSV file, such as: orders import orders.csv')
    const bytes = await readOwnFile(file)
    const result = await importOrders((await openStore()).database, bytes)
    if (result.errors.length > 0) {
      return { lines: [...result.errors.map(errorLine), 'Nothing was changed.'], json: result, failed: true }
    }
    const count = result.imported.length
    return { lines: [`${countOf(count, 'order')} ${count === 1 ? 'is' : 'are'} in the shop now.`], json: result }
  },
}

const listCommand: Command = {
  name: 'orders list',
  summary: 'Lists the newest orders.',
  options: { most: { type: 'string' } },
  optionHelp: { most: 'how many, 50 unless told' },
  run: async ({ openStore, options }) => {
    const most = options.most ?? '50'
    if (typeof most !== 'string' || !/^[1-9]\d{0,5}$/.test(most)) throw new UsageError('--most takes a whole number')
    const orders = await listOrders((await openStore()).database, Number(most))
    return {
      table: orders.map((order) => ({
        order: order.order_id,
        date: order.order_date,
        status: plain(order.imported_status ?? order.order_status),
        name: plain(`${order.first_name} ${order.last_name}`),
        total: formatMoney(order.total_cents + order.delivery_cents + order.tax_cents),
        tracking: plain(order.tracking_number ?? ''),
      })),
      json: orders,
    }
  },
}

const showCommand: Command = {
  name: 'orders show',
  takes: '<order>',
  summary: 'Shows one order with its items, and why any were cancelled.',
  run: async ({ openStore, arguments: [text] }) => {
    const orderId = orderIdOf(text, 'orders show 100001')
    const order = await findOrder((await openStore()).database, orderId)
    if (order === null) return { lines: [`There is no order ${orderId}.`], json: null, failed: true }
    return { above: orderFacts(order), table: order.items.map(itemRow), lines: cancellationLines(order), json: order }
  },
}

const shipCommand: Command = {
  name: 'order ship',
  also: 'orders ship',
  takes: '<order> <tracking number>...',
  summary: 'Notes that an order is on its way; nothing of it can be cancelled any more.',
  more: 'A tracking number in several words is put together without its blanks.',
  options: { replace: { type: 'boolean' } },
  optionHelp: { replace: 'the order has shipped already, its tracking number was wrong' },
  run: async ({ openStore, arguments: [text, ...words], options }) => {
    const orderId = orderIdOf(text, 'order ship 100001 1Z999AA10123456784')
    const tracking = words.join('').trim()
    if (!/^[\p{L}\p{N} ._/-]{1,100}$/u.test(tracking)) {
      throw new UsageError('Name an order and its tracking number, such as: order ship 100001 1Z999AA10123456784')
    }
    const { database } = await openStore()
    await (options.replace === true ? replaceTracking : shipOrder)(database, orderId, tracking)
    return {
      lines: [`Order ${orderId} has shipped, with the tracking number ${tracking}.`],
      json: { order_id: orderId, tracking_number: tracking },
    }
  },
}

const refundCommand: Command = {
  name: 'item refund',
  also: 'orders refund',
  takes: '<order> <item>',
  summary: 'Notes that an item was paid back. "orders show" tells the items of an order.',
  run: async ({ openStore, clock, arguments: [text, item] }) => {
    const orderId = orderIdOf(text, 'item refund 100001 100001-1')
    if (item === undefined) throw new UsageError('Name an order and an item, such as: item refund 100001 100001-1')
    await refundItem((await openStore()).database, orderId, item, clock())
    return {
      lines: [`Item ${item} of order ${orderId} is refunded.`],
      json: { order_id: orderId, order_item_id: item, refund_status: 'refunded' },
    }
  },
}

export const ordersCommands: readonly Command[] = [importCommand, listCommand, showCommand, shipCommand, refundCommand]

function orderIdOf(text: string | undefined, example: string): string {
  if (text === undefined) throw new UsageError(`Name an order by its number, such as: ${example}`)
  return normalizeOrderNumber(text)
}

function orderFacts(order: StoredOrder): string[] {
  return [
    `Order:     ${order.order_id}, ${order.order_date}, ${plain(order.imported_status ?? order.order_status)}`,
    `Customer:  ${plain(`${order.first_name} ${order.last_name}`)} <${plain(order.email)}>${order.customer_id === null ? ', guest' : ''}`,
    `Goods:     ${formatMoney(order.total_cents)}`,
    `Delivery:  ${formatMoney(order.delivery_cents)}, expected ${order.estimated_delivery_date ?? 'some day'}`,
    `Sales tax: ${formatMoney(order.tax_cents)}`,
    `Total:     ${formatMoney(order.total_cents + order.delivery_cents + order.tax_cents)}`,
    `Tracking:  ${plain(order.tracking_number ?? 'not shipped yet')}`,
    '',
  ]
}

function itemRow(item: StoredOrder['items'][number]): Record<string, string | number> {
  return {
    item: item.order_item_id,
    product: item.product_id,
    name: plain(item.product_name),
    quantity: item.quantity,
    price: formatMoney(item.price_cents),
    status: [item.cancellation_status, item.refund_status].filter((status) => status !== null).join(', '),
  }
}

function cancellationLines({ items }: StoredOrder): string[] {
  return items.flatMap(({ order_item_id, cancellation_reason, cancellation_details }) =>
    cancellation_reason === null
      ? []
      : ['', `${order_item_id}: ${plain(cancellation_reason)}. ${plain(cancellation_details ?? '')}`.trimEnd()],
  )
}

function errorLine({ row, field, message }: OrderFileError): string {
  return `Row ${row}${field === '' ? '' : `, ${plain(field)}`}: ${message}`
}
