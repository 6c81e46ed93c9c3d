import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { NOTE_LENGTH, PAYMENTS, PHONE_LENGTH, REASON_LENGTH, TAKEN_CHANNELS } from '@shop/contract/admin/orders'
import { isEmail, NAME_LENGTH } from '@shop/contract/customer'
import { type Cents, formatAdminMoney } from '@shop/contract/money'
import { normalizeOrderNumber } from '@shop/contract/orders'
import { formatAddress, normalizeAddress } from '@shop/contract/postal-address'
import { cancelByShop } from '../orders/cancel-by-shop.ts'
import { correctAddress, noteOnOrder, recordPayment } from '../orders/order-details.ts'
import { addressLine } from '../orders/orders.mail.ts'
import { correctRefund, refundOrder } from '../orders/refund-order.ts'
import { listOrderEntries } from '../orders/shipping.repository.ts'
import { takeOrder } from '../orders/take-order.ts'
import { addressOfOptions, withAddressOptions } from './address-options.ts'
import { auditOutput } from './audit.commands.ts'
import {
  type CommandContext,
  changeContext,
  parseAmount,
  parseCode,
  parseState,
  parseSum,
  parseText,
} from './command.ts'
import { addPayLinkCommands } from './order-pay-link.commands.ts'
import { addReturnCommands, parseReturn } from './order-returns.commands.ts'
import { addShippingCommands, addShippingCorrections, changedOutput, SEEN, seen } from './order-shipping.commands.ts'

/** `orders take`, `ship`, `refund`, `cancel`, `return`, `correct`, `note` and `history`. */
export function addOrderChangesCommands(orders: Command, context: CommandContext): void {
  addTakeCommand(orders, context)
  addShippingCommands(orders, context)
  addPaidCommand(orders, context)
  addPayLinkCommands(orders, context)
  addRefundCommand(orders, context)
  addCancelCommand(orders, context)
  addReturnCommands(orders, context)
  addCorrectCommands(orders, context)
  addHistoryCommands(orders, context)
}

function addTakeCommand(orders: Command, context: CommandContext): void {
  const command = orders
    .command('take')
    .description(
      'Enter an order taken by phone, at a fair or wholesale: its goods leave the stock, and the shopper gets its number.',
    )
    .argument('<items...>', 'goods as product:quantity, or product:quantity:price where another price was agreed')
    .addOption(new Option('--channel <channel>', 'where it was taken').choices(TAKEN_CHANNELS).makeOptionMandatory())
    .requiredOption('--first-name <name>', 'first name', parseText(NAME_LENGTH))
    .requiredOption('--last-name <name>', 'last name', parseText(NAME_LENGTH))
    .option('--email <address>', 'email address; without one nobody gets an email', parseEmail, '')
    .option('--phone <number>', 'telephone number', parseText(PHONE_LENGTH), '')
    .option('--delivery-option <id>', 'delivery option, as "delivery list" names it; its cost is added')
    .option('--delivery <amount>', 'delivery cost in dollars, in place of that of the option', parseSum)
    .option('--tax-state <code>', 'state whose sales tax is added, where it is another one', parseState)
    .option('--tax <amount>', 'sales tax in dollars, in place of that of the state', parseSum)
    .option('--code <code>', 'discount code', parseCode)
    .addOption(new Option('--payment <way>', 'whether and how it was paid').choices(PAYMENTS))
    .option('--note <text>', 'a note that shoppers never see', parseText(NOTE_LENGTH), '')
    .option('--handed-over', 'the goods were taken along; nothing is to be shipped')
  withAddressOptions(
    command,
    'state that it is sent to, such as MA or Massachusetts, and whose sales tax is added',
  ).action(async (items, options) => {
    const { channel, firstName, lastName, email, phone, note, handedOver } = options
    const address = addressOfOptions(options)
    const { orderId, auditId } = await takeOrder(await changeContext(context), {
      channel,
      first_name: firstName,
      last_name: lastName,
      email,
      phone,
      items: items.map(parseItem),
      address,
      delivery_type_id: options.deliveryOption ?? null,
      delivery_cents: options.delivery ?? null,
      discount_code: options.code ?? null,
      state: options.taxState ?? (address === null && options.state !== undefined ? parseState(options.state) : null),
      tax_cents: options.tax ?? null,
      payment: options.payment ?? null,
      handed_over: handedOver === true,
      note,
    })
    context.report(changedOutput(`Order ${orderId} is in the shop now.`, { order_id: orderId, id: auditId }))
  })
}

function parseItem(text: string): { product_id: string; quantity: number; price_cents: Cents | null } {
  const [product_id = '', quantity = '', price, ...rest] = text.split(':')
  if (product_id === '' || !/^[1-9]\d{0,3}$/.test(quantity) || rest.length > 0) {
    throw new InvalidArgumentError(`"${text}" is not like 101:2 or 101:2:79.50.`)
  }
  return { product_id, quantity: Number(quantity), price_cents: price === undefined ? null : parseAmount(price) }
}

function parseEmail(text: string): string {
  if (!isEmail(text)) throw new InvalidArgumentError('It must be an email address.')
  return text.trim()
}

function addPaidCommand(orders: Command, context: CommandContext): void {
  orders
    .command('paid')
    .description('Record how an order that you entered was paid, or that it was not yet. Nobody gets an email.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .addOption(new Option('--by <way>', 'how').choices(PAYMENTS).makeOptionMandatory())
    .action(async (orderId, { by: payment }) => {
      const id = await recordPayment(await changeContext(context), { orderId, payment, seen })
      const sentence = `Order ${orderId} is ${payment === 'unpaid' ? 'not paid yet' : `paid (${payment})`}.`
      context.report(changedOutput(sentence, { order_id: orderId, payment, id }))
    })
}

type ChosenItems = { itemIds: string[]; quantities: Record<string, number> }

const NO_ITEMS: ChosenItems = { itemIds: [], quantities: {} }
const NUMBERED = 'as "orders show" numbers them; 100001-1:2 is two pieces of one'

/** Adds an item such as `100001-1`, or some of its pieces such as `100001-1:2`. */
function parseItems(text: string, { itemIds, quantities }: ChosenItems): ChosenItems {
  const [id = '', count, ...rest] = text.split(':')
  const isCount = count === undefined || /^[1-9]\d{0,3}$/.test(count)
  if (id === '' || !isCount || rest.length > 0 || itemIds.includes(id)) {
    throw new InvalidArgumentError(`"${text}" is not an item like 100001-1 or 100001-1:2, or is named twice.`)
  }
  return {
    itemIds: [...itemIds, id],
    quantities: count === undefined ? quantities : { ...quantities, [id]: Number(count) },
  }
}

/** Money is paid back by somebody who has looked at the order, and once. */
function addRefundCommand(orders: Command, context: CommandContext): void {
  orders
    .command('refund')
    .description('Record a refund and tell the shopper. Refunds can’t add up to more than was paid.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .argument('<amount>', 'amount in dollars', parseAmount)
    .argument('[items...]', `items that are refunded by it, ${NUMBERED}`, parseItems, NO_ITEMS)
    .requiredOption(...SEEN)
    .option('--note <text>', 'what the email says about it', parseText(NOTE_LENGTH), '')
    .option('--despite-dispute', 'refund although the payment is disputed, so you may pay twice')
    .option('--return <return>', 'the return that it is for, as "orders show" numbers it', parseReturn)
    .action(async (orderId, amountCents, items, { note, seen: version, despiteDispute = false, return: asked }) => {
      const returnId = asked?.returnId ?? null
      const request = { orderId, amountCents, ...items, note, returnId, despiteDispute, seen: version }
      const id = await refundOrder(await changeContext(context), request)
      const sentence = `${formatAdminMoney(amountCents)} of order ${orderId} is refunded.`
      context.report(changedOutput(sentence, { order_id: orderId, amount_cents: amountCents, id }))
    })
}

function addCancelCommand(orders: Command, context: CommandContext): void {
  orders
    .command('cancel')
    .description('Cancel items of an order that has not shipped, and tell the shopper. Their stock comes back.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .argument('[items...]', `items, ${NUMBERED}; without any all that are open`, parseItems, NO_ITEMS)
    .requiredOption('--reason <text>', 'what the email gives as the reason', parseText(REASON_LENGTH))
    .option(...SEEN)
    .action(async (orderId, items, { reason, seen: version = seen }) => {
      const id = await cancelByShop(await changeContext(context), { orderId, ...items, reason, seen: version })
      const names = items.itemIds.map((itemId) => {
        const count = items.quantities[itemId]
        return count === undefined ? itemId : `${count} of ${itemId}`
      })
      const what = names.length === 0 ? 'All open items' : names.join(', ')
      context.report(changedOutput(`${what} of order ${orderId} cancelled.`, { order_id: orderId, id }))
    })
}

function addCorrectCommands(orders: Command, context: CommandContext): void {
  const correct = orders.command('correct').description('Correct what was recorded of an order.')
  addShippingCorrections(correct, context)
  addCorrectAddressCommand(correct, context)
  correct
    .command('refund')
    .description(
      'Replace a wrong amount or note of a refund, and tell the shopper. "audit undo" takes a whole refund back.',
    )
    .argument('<order>', 'order number', normalizeOrderNumber)
    .argument('<refund>', 'refund, as "orders show" numbers it')
    .argument('<amount>', 'amount in dollars', parseAmount)
    .requiredOption(...SEEN)
    .option('--note <text>', 'what the email says about it', parseText(NOTE_LENGTH), '')
    .action(async (orderId, refundId, amountCents, { note, seen: version }) => {
      const request = { orderId, refundId, amountCents, note, seen: version }
      const id = await correctRefund(await changeContext(context), request)
      const sentence = `Refund ${refundId} is ${formatAdminMoney(amountCents)} now.`
      context.report(changedOutput(sentence, { order_id: orderId, refund_id: refundId, amount_cents: amountCents, id }))
    })
}

function addCorrectAddressCommand(correct: Command, context: CommandContext): void {
  const command = correct
    .command('address')
    .description('Add or replace the address that it is sent to; without a part it is removed. Nobody gets an email.')
    .argument('<order>', 'order number', normalizeOrderNumber)
  withAddressOptions(command, 'state, such as MA or Massachusetts').action(async (orderId, options) => {
    const address = addressOfOptions(options)
    const id = await correctAddress(await changeContext(context), { orderId, address, seen })
    const line = address === null ? null : addressLine(formatAddress(normalizeAddress(address)))
    const sentence = line === null ? `Order ${orderId} has no address now.` : `Order ${orderId} is sent to ${line} now.`
    context.report(changedOutput(sentence, { order_id: orderId, delivery_address: line, id }))
  })
}

function addHistoryCommands(orders: Command, context: CommandContext): void {
  const { openStore, report } = context
  orders
    .command('note')
    .description('Note something about an order, for the owner and helpers alone.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .argument('<words...>', 'what to note')
    .action(async (orderId, words) => {
      const note = parseText(NOTE_LENGTH)(words.join(' '))
      const id = await noteOnOrder(await changeContext(context), { orderId, note, seen })
      report(changedOutput(`It is noted on order ${orderId}.`, { order_id: orderId, id }))
    })
  orders
    .command('history')
    .description('List what the owner did to an order, corrections too, newest first.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .action(async (orderId) => {
      const entries = await listOrderEntries((await openStore()).database, orderId, MAX_HISTORY)
      report(auditOutput(entries, MAX_HISTORY))
    })
}

const MAX_HISTORY = 1000
