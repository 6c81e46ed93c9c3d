import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { normalizeOrderNumber } from '@shop/contract/orders'
import { plural } from '@shop/contract/plural'
import { areTrackingNumbers } from '@shop/contract/tracking'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import { localDay } from '../lib/local-day.ts'
import { sendDelayNotice } from '../orders/delay-order.ts'
import { markDelivered, markSeveralDelivered } from '../orders/mark-delivered.ts'
import { correctTracking, shipOrder, shipUntracked, takeBackShipment, type UntrackedWay } from '../orders/ship-order.ts'
import { type CommandContext, type CommandOutput, changeContext, parseCount, parseDay } from './command.ts'
import { undoHint } from './preview.ts'

/** A command changes an order as it is; nobody was shown an older version. */
export const seen = null

/** For whoever has looked at the order: it is changed only if nobody has changed it since. */
export const SEEN = ['--seen <version>', 'version of the order, as "orders show" prints it', parseCount] as const

/** `orders ship`, `delivered` and `delay`. */
export function addShippingCommands(orders: Command, context: CommandContext): void {
  addShipCommand(orders, context)
  addDeliveredCommand(orders, context)
  addDelayCommand(orders, context)
}

function addShipCommand(orders: Command, context: CommandContext): void {
  orders
    .command('ship')
    .description('Record that an order was shipped, and tell the shopper. Nothing of it can be cancelled from then on.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .argument('[tracking...]', 'tracking number; several words are joined', parseTracking, '')
    .option('--own-delivery', 'without a tracking number: you bring it yourselves')
    .option('--picked-up', 'without a tracking number: it was picked up, and is delivered with that')
    .option('--untracked', 'without a tracking number, by any other way')
    .option(...SEEN)
    .action(async (orderId, trackingNumber, options) => {
      const way = untrackedWay(trackingNumber, options)
      const version = options.seen ?? seen
      if (way !== null) {
        const id = await shipUntracked(await changeContext(context), { orderId, way, seen: version })
        const sentence = `Order ${orderId} ${way === 'picked_up' ? 'was picked up' : 'has shipped without a tracking number'}.`
        return context.report(changedOutput(sentence, { order_id: orderId, way, id }))
      }
      const id = await shipOrder(await changeContext(context), { orderId, trackingNumber, seen: version })
      const sentence = `Order ${orderId} has shipped, with the tracking number ${trackingNumber}.`
      context.report(changedOutput(sentence, { order_id: orderId, tracking_number: trackingNumber, id }))
    })
}

type WayOptions = { ownDelivery?: true | undefined; pickedUp?: true | undefined; untracked?: true | undefined }

/** How an order leaves without a number; `null` with one. */
function untrackedWay(trackingNumber: string, options: WayOptions): UntrackedWay | null {
  const ways: UntrackedWay[] = [
    ...(options.ownDelivery === true ? (['own_delivery'] as const) : []),
    ...(options.pickedUp === true ? (['picked_up'] as const) : []),
    ...(options.untracked === true ? (['untracked'] as const) : []),
  ]
  const [way = null] = ways
  if (ways.length + (trackingNumber === '' ? 0 : 1) === 1) return way
  throw new InvalidArgumentError('Name a tracking number, or one of --own-delivery, --picked-up and --untracked.')
}

function addDeliveredCommand(orders: Command, context: CommandContext): void {
  orders
    .command('delivered')
    .description('Record that orders have arrived: all of them, or none if one has not shipped. Nobody gets an email.')
    .argument('<orders...>', 'order numbers')
    .option('--on <day>', 'the day, such as 2026-11-21; without it today', parseDay)
    .action(async (numbers, { on }) => {
      const deliveredOn = on ?? localDay(context.clock())
      const orderIds = numbers.map(normalizeOrderNumber)
      const id = await deliver(await changeContext(context), orderIds, deliveredOn)
      const what = plural(orderIds.length, `Order ${orderIds[0]}`, `${orderIds.length} orders`)
      const sentence = `${what} arrived on ${deliveredOn}.`
      context.report(changedOutput(sentence, { order_ids: orderIds, delivered_on: deliveredOn, id }))
    })
}

/** One order has its own entry, which its history shows with Undo. */
function deliver(context: ChangeContext, orderIds: readonly string[], deliveredOn: string): Promise<number> {
  const [orderId = '', ...others] = orderIds
  if (others.length > 0) return markSeveralDelivered(context, { orderIds, deliveredOn })
  return markDelivered(context, { orderId, deliveredOn, seen })
}

function addDelayCommand(orders: Command, context: CommandContext): void {
  orders
    .command('delay')
    .description(
      'Tell the shopper that an order ships later than promised, with a link to cancel it or to agree to wait (16 CFR 435).',
    )
    .argument('<order>', 'order number', normalizeOrderNumber)
    .option('--until <day>', 'the day until which it ships now, such as 2026-12-11', parseDay)
    .option('--unknown', 'that day is not known yet')
    .option(...SEEN)
    .action(async (orderId, { until, unknown, seen: version = seen }) => {
      if ((until === undefined) === (unknown === undefined)) {
        throw new InvalidArgumentError('Name either --until with a day, or --unknown.')
      }
      const changing = { ...(await changeContext(context)), settings: context.settings() }
      const shipBy = until ?? null
      const id = await sendDelayNotice(changing, { orderId, shipBy, seen: version })
      const sentence = `The shopper is told that order ${orderId} ${shipBy === null ? 'is delayed' : `ships by ${shipBy}`}.`
      context.report(changedOutput(sentence, { order_id: orderId, ship_by: shipBy, id }))
    })
}

/** `orders correct tracking`, `shipment` and `delivered`. */
export function addShippingCorrections(correct: Command, context: CommandContext): void {
  correct
    .command('tracking')
    .description('Replace a wrong tracking number, and tell the shopper.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .argument('<tracking...>', 'tracking number; several words are joined', parseTracking)
    .action(async (orderId, trackingNumber) => {
      const id = await correctTracking(await changeContext(context), { orderId, trackingNumber, seen })
      const sentence = `The tracking number of order ${orderId} is ${trackingNumber} now.`
      context.report(changedOutput(sentence, { order_id: orderId, tracking_number: trackingNumber, id }))
    })
  correct
    .command('shipment')
    .description('Record that an order has not shipped after all, and tell the shopper.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .action(async (orderId) => {
      const id = await takeBackShipment(await changeContext(context), { orderId, seen })
      context.report(changedOutput(`Order ${orderId} is being processed again.`, { order_id: orderId, id }))
    })
  correct
    .command('delivered')
    .description('Record that an order has not arrived after all. Nobody gets an email.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .action(async (orderId) => {
      const id = await markDelivered(await changeContext(context), { orderId, deliveredOn: null, seen })
      context.report(changedOutput(`Order ${orderId} is on its way again.`, { order_id: orderId, id }))
    })
}

/** What a changed order is reported as. */
export function changedOutput(sentence: string, json: { id: number } & Record<string, unknown>): CommandOutput {
  return { lines: [sentence, ...undoHint(json.id)], json }
}

/** Joins the words of a tracking number; called once per word. */
function parseTracking(word: string, previous = ''): string {
  const tracking = `${previous}${word}`.trim()
  if (!areTrackingNumbers(tracking)) {
    throw new InvalidArgumentError(
      'It may hold letters, digits, blanks, dots, slashes and dashes; put commas between the numbers of several parcels.',
    )
  }
  return tracking
}
