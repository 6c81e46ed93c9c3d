import {
  ADMIN_PAGE,
  alone,
  CARD_MONEY,
  CORRECTION,
  defineTexts,
  ITEMS,
  inline,
  needed,
  ORDER,
  paragraphs,
  toShopper,
  WAS_IT_YOU,
} from './define-texts.ts'

const SUMS = { sums: alone('Total: $79.00') } as const
const MONEY = { money: alone('Nothing is charged.') } as const
const REASON = { reason: alone('Reason: Changed My Mind') } as const
const TRACKING = { tracking: needed('Carrier: UPS\nTracking number: 1Z999AA10123456784') } as const
const CUSTOMER = { customer: alone('Customer: Ada Lovelace\nE-mail: ada@mail.example') } as const

/** What mails about an order say, from its confirmation to its delivery. */
const PLACED_TEXTS = defineTexts({
  order_confirmed: {
    title: 'Order confirmed',
    group: 'Orders',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS, ...SUMS, ...CARD_MONEY },
    subject: 'Your order # {order_number}',
    body: toShopper(
      'thank you for your order. Its number is {order_number}:',
      '{items}',
      '{sums}',
      '{money}',
      'Until it ships you can cancel it, or single items of it: look it up under Orders & Returns with its number, your name and this e-mail address.',
    ),
  },
  order_taken: {
    title: 'Order taken by hand',
    group: 'Orders',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS, ...SUMS, channel: inline('order by phone') },
    subject: 'Your order # {order_number}',
    body: toShopper('thank you for your {channel}. Its number is {order_number}:', '{items}', '{sums}'),
  },
  order_withdrawn: {
    title: 'Order entered by mistake',
    group: 'Orders',
    to: 'shopper',
    placeholders: ORDER,
    subject: CORRECTION,
    body: toShopper('we told you of an order # {order_number}. That was a mistake: there is no such order.'),
  },
  order_not_placed: {
    title: 'Order not placed',
    group: 'Orders',
    to: 'shopper',
    placeholders: { ...ORDER, amount: inline('$79.00') },
    subject: 'Your order # {order_number} was not placed',
    body: toShopper(
      'your order # {order_number} did not come through, and nothing is charged. If your bank shows {amount} as reserved, it releases them within a few days.',
      'You are welcome to order again.',
    ),
  },
  order_placed_shop: {
    title: 'New order, to you',
    group: 'Orders',
    to: 'family',
    placeholders: { ...ORDER, ...ITEMS, ...SUMS, ...ADMIN_PAGE, amount: inline('$79.00') },
    subject: 'Order # {order_number}: {amount}',
    body: paragraphs('{first_name} {last_name} placed an order:', '{items}', '{sums}', '{link}'),
  },
  payment_disputed: {
    title: 'Payment disputed, to you',
    group: 'Orders',
    to: 'family',
    placeholders: {
      order_number: ORDER.order_number,
      ...ADMIN_PAGE,
      what: inline('takes $79.00 of order # 200123 back'),
      until: inline(' by 2026-12-04'),
    },
    subject: 'A payment of order # {order_number} is disputed',
    body: paragraphs(
      "The bank of the shopper {what}. Answer it in Braintree's control panel{until}; what proves the order stands in the admin under Payments, Disputes.",
      '{link}',
    ),
  },
  payment_alert: {
    title: 'Payments that need you, to you',
    group: 'Orders',
    to: 'family',
    placeholders: {
      found: needed('The payment gateway says:'),
      alerts: needed('- A refund of order # 200123 failed.'),
    },
    subject: 'Payments that need you',
    body: paragraphs('{found}', '{alerts}'),
  },
})

const SHIPPING_TEXTS = defineTexts({
  shipped: {
    title: 'Shipped',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER, ...TRACKING, ...MONEY },
    subject: 'Your order # {order_number} has shipped',
    body: toShopper('your order # {order_number} is on its way.', '{tracking}', '{money}'),
  },
  shipped_untracked: {
    title: 'Shipped without a tracking number',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER, ...MONEY, how: inline('It travels without a tracking number.') },
    subject: 'Your order # {order_number} has shipped',
    body: toShopper('your order # {order_number} is on its way. {how}', '{money}'),
  },
  picked_up: {
    title: 'Picked up',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER, ...MONEY },
    subject: 'Your order # {order_number} was picked up',
    body: toShopper('your order # {order_number} was picked up. Thank you!', '{money}'),
  },
  tracking_added: {
    title: 'Tracking number added',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER, ...TRACKING, ...MONEY },
    subject: 'The tracking number of your order # {order_number}',
    body: toShopper('your order # {order_number} has a tracking number now.', '{tracking}', '{money}'),
  },
  tracking_corrected: {
    title: 'Tracking number corrected',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER, ...TRACKING },
    subject: CORRECTION,
    body: toShopper(
      'the tracking number that we sent you for your order # {order_number} was wrong. This is the right one:',
      '{tracking}',
    ),
  },
  tracking_removed: {
    title: 'Tracking number taken back',
    group: 'Shipping',
    to: 'shopper',
    placeholders: ORDER,
    subject: CORRECTION,
    body: toShopper(
      'the tracking number that we sent you for your order # {order_number} was a mistake: it travels without one.',
    ),
  },
  not_shipped: {
    title: 'Not shipped after all',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER, ...MONEY, told: inline('has shipped') },
    subject: CORRECTION,
    body: toShopper(
      'we told you that your order # {order_number} {told}. That was a mistake: it is still being processed.',
      '{money}',
    ),
  },
  delayed: {
    title: 'Delayed',
    group: 'Shipping',
    to: 'shopper',
    placeholders: {
      ...ORDER,
      ...ITEMS,
      ...MONEY,
      promised_day: inline('Nov 28, 2026'),
      new_day: needed('Ships by: Dec 12, 2026'),
      // 16 CFR 435.2: how the order is cancelled for a full refund, and what no answer means.
      how_to_cancel: needed(
        'You may cancel it until it ships, with a full refund. This link asks you once more before it does:\n\nhttps://shop.example/orderAndReturn#token=…',
      ),
      no_answer: needed('If you want to wait, there is nothing to do: without an answer we take it that you wait.'),
    },
    subject: 'Your order # {order_number} is delayed',
    body: toShopper(
      'your order # {order_number} was to ship by {promised_day}. We are sorry: it is delayed.',
      '{items}',
      '{new_day}',
      '{how_to_cancel}',
      '{money}',
      '{no_answer}',
    ),
  },
  delay_withdrawn: {
    title: 'Not delayed after all',
    group: 'Shipping',
    to: 'shopper',
    placeholders: ORDER,
    subject: CORRECTION,
    body: toShopper(
      'we told you that your order # {order_number} is delayed. That was a mistake: please disregard that mail; its link does not work any more.',
    ),
  },
})

const ENDED_TEXTS = defineTexts({
  cancelled_by_shopper: {
    title: 'Cancelled by the shopper',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS, ...REASON, ...MONEY },
    subject: 'Your cancellation of order # {order_number}',
    body: paragraphs(
      'Hello {first_name},',
      'these items of your order # {order_number} are cancelled:',
      '{items}',
      '{reason}',
      '{money}',
      WAS_IT_YOU,
    ),
  },
  cancelled_by_shopper_shop: {
    title: 'Cancelled by the shopper, to you',
    group: 'Cancellations and refunds',
    to: 'family',
    placeholders: { ...ORDER, ...ITEMS, ...CUSTOMER, ...ADMIN_PAGE, details: alone('> I ordered twice.') },
    subject: 'Cancellation of order # {order_number}',
    body: paragraphs(
      'Items of order # {order_number} were cancelled. Their stock has been given back.',
      '{items}',
      '{customer}',
      '{details}',
      '{link}',
    ),
  },
  cancelled_by_shop: {
    title: 'Cancelled by you',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS, ...REASON, ...MONEY },
    subject: 'Items of your order # {order_number} are cancelled',
    body: toShopper('we had to cancel these items of your order # {order_number}:', '{items}', '{reason}', '{money}'),
  },
  not_cancelled: {
    title: 'Not cancelled after all',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS },
    subject: CORRECTION,
    body: toShopper(
      'we told you that these items of your order # {order_number} are cancelled. That was a mistake: they are not.',
      '{items}',
    ),
  },
  refunded: {
    title: 'Paid back',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: { ...ORDER, amount: inline('$79.00'), note: alone('By check.') },
    subject: 'A refund for your order # {order_number}',
    body: toShopper('we have paid back {amount} for your order # {order_number}.', '{note}'),
  },
  refunded_to_card: {
    title: 'Paid back to the card',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: { ...ORDER, amount: inline('$79.00'), note: alone('Enjoy your day.') },
    subject: 'A refund for your order # {order_number}',
    body: toShopper(
      'we pay back {amount} for your order # {order_number} to the card that paid it. Your bank shows that within a few days.',
      '{note}',
    ),
  },
  refund_corrected: {
    title: 'Refund corrected',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: {
      ...ORDER,
      told_amount: inline('$79.00'),
      right: inline('it is $69.00'),
      note: alone('By check.'),
    },
    subject: CORRECTION,
    body: toShopper(
      'we told you that {told_amount} was paid back for your order # {order_number}. That was a mistake: {right}.',
      '{note}',
    ),
  },
})

export const ORDER_TEXTS = { ...PLACED_TEXTS, ...SHIPPING_TEXTS, ...ENDED_TEXTS }
