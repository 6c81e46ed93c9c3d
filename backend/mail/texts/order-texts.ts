import { controlPanelOf } from '@shop/contract/payments/provider-name'
import {
  ADMIN_PAGE,
  CARD_MONEY,
  CORRECTION_SUBJECT,
  defineTexts,
  ITEM_PARTS,
  inline,
  needed,
  ORDER_PARTS,
  ownParagraph,
  paragraphs,
  toShopper,
  WAS_IT_YOU,
} from './define-texts.ts'

const SUMS_PART = { sums: ownParagraph('Total: $79.00') } as const
const MONEY_PART = { money: ownParagraph('You won’t be charged.') } as const
const REASON_PART = { reason: ownParagraph('Reason: Changed My Mind') } as const
const TRACKING_PART = { tracking: needed('Carrier: UPS\nTracking number: 1Z999AA10123456784') } as const
const CUSTOMER_PART = { customer: ownParagraph('Customer: Ada Lovelace\nEmail: ada@mail.example') } as const

/** From confirmation to delivery of an order. */
const PLACED_TEXTS = defineTexts({
  order_confirmed: {
    title: 'Order confirmed',
    group: 'Orders',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS, ...SUMS_PART, ...CARD_MONEY },
    subject: 'Your order # {order_number}',
    body: toShopper(
      'Thank you for your order. Your order number is {order_number}.',
      '{items}',
      '{sums}',
      '{money}',
      'Changed your mind? You can cancel items until your order ships. Look it up with the order number, your name and this email address:',
      '{order_page}',
    ),
  },
  order_taken: {
    title: 'Order you entered',
    group: 'Orders',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS, ...SUMS_PART, channel: inline('phone order') },
    subject: 'Your order # {order_number}',
    body: toShopper(
      'Thank you for your {channel}. Your order number is {order_number}.',
      '{items}',
      '{sums}',
      '{order_page}',
    ),
  },
  order_withdrawn: {
    title: 'Order entered by mistake',
    group: 'Orders',
    to: 'shopper',
    placeholders: ORDER_PARTS,
    subject: CORRECTION_SUBJECT,
    body: toShopper(
      'We emailed you about order # {order_number} by mistake. That order doesn’t exist, and we’re sorry for the confusion.',
    ),
  },
  order_not_placed: {
    title: 'Order not placed',
    group: 'Orders',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, amount: inline('$79.00') },
    subject: 'Your order # {order_number} wasn’t placed',
    body: toShopper(
      'Your order # {order_number} didn’t go through, and you weren’t charged. If your bank shows a hold of {amount}, it will go away within a few days.',
      'You’re welcome to place the order again.',
    ),
  },
  order_placed_shop: {
    title: 'New order, to you',
    group: 'Orders',
    to: 'family',
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS, ...SUMS_PART, ...ADMIN_PAGE, amount: inline('$79.00') },
    subject: 'New order # {order_number}: {amount}',
    body: paragraphs('{first_name} {last_name} placed an order:', '{items}', '{sums}', '{link}'),
  },
  payment_disputed: {
    title: 'Payment disputed, to you',
    group: 'Orders',
    to: 'family',
    placeholders: {
      order_number: ORDER_PARTS.order_number,
      ...ADMIN_PAGE,
      what: inline('has reversed $79.00 for order # 200123'),
      panel: inline(controlPanelOf('braintree')),
      until: inline(' by Dec 4, 2026'),
    },
    subject: 'Payment disputed: order # {order_number}',
    body: paragraphs(
      'The shopper’s bank {what}. Respond in {panel}{until}. You’ll find evidence for the bank in the admin, under Payments, Disputes.',
      '{link}',
    ),
  },
  payment_alert: {
    title: 'Payments need attention, to you',
    group: 'Orders',
    to: 'family',
    placeholders: {
      found: needed('The payment gateway reported:'),
      alerts: needed('- A refund for order # 200123 failed.'),
    },
    subject: 'Payments need your attention',
    body: paragraphs('{found}', '{alerts}'),
  },
})

const SHIPPING_TEXTS = defineTexts({
  shipped: {
    title: 'Shipped',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...TRACKING_PART, ...MONEY_PART },
    subject: 'Your order # {order_number} has shipped',
    body: toShopper('Your order # {order_number} is on its way.', '{tracking}', '{money}', '{order_page}'),
  },
  shipped_untracked: {
    title: 'Shipped without a tracking number',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...MONEY_PART, how: inline('It doesn’t have a tracking number.') },
    subject: 'Your order # {order_number} has shipped',
    body: toShopper('Your order # {order_number} is on its way. {how}', '{money}', '{order_page}'),
  },
  picked_up: {
    title: 'Picked up',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...MONEY_PART },
    subject: 'Your order # {order_number} was picked up',
    body: toShopper('Your order # {order_number} was picked up. Thank you!', '{money}'),
  },
  tracking_added: {
    title: 'Tracking number added',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...TRACKING_PART, ...MONEY_PART },
    subject: 'Tracking number for your order # {order_number}',
    body: toShopper('Your order # {order_number} now has a tracking number:', '{tracking}', '{money}', '{order_page}'),
  },
  tracking_corrected: {
    title: 'Tracking number corrected',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...TRACKING_PART },
    subject: CORRECTION_SUBJECT,
    body: toShopper(
      'The tracking number we sent you for order # {order_number} was wrong. Here’s the right one:',
      '{tracking}',
      '{order_page}',
    ),
  },
  tracking_removed: {
    title: 'Tracking number removed',
    group: 'Shipping',
    to: 'shopper',
    placeholders: ORDER_PARTS,
    subject: CORRECTION_SUBJECT,
    body: toShopper(
      'We sent you a tracking number for order # {order_number} by mistake. Your order is on its way without one.',
      '{order_page}',
    ),
  },
  not_shipped: {
    title: 'Not shipped after all',
    group: 'Shipping',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...MONEY_PART, told: inline('had shipped') },
    subject: CORRECTION_SUBJECT,
    body: toShopper(
      'We told you your order # {order_number} {told}. That was a mistake: we’re still getting it ready.',
      '{money}',
      '{order_page}',
    ),
  },
  delayed: {
    title: 'Delayed',
    group: 'Shipping',
    to: 'shopper',
    placeholders: {
      ...ORDER_PARTS,
      ...ITEM_PARTS,
      ...MONEY_PART,
      promised_day: inline('Nov 28, 2026'),
      new_day: needed('Now ships by: Dec 12, 2026'),
      // 16 CFR 435.2: how to cancel for a full refund, and what no answer means.
      how_to_cancel: needed(
        'You can cancel your order until it ships, with a full refund. We’ll ask you to confirm:\n\nhttps://shop.example/orderAndReturn#token=…',
      ),
      no_answer: needed(
        'Happy to wait? You don’t need to do anything. If we don’t hear from you, we’ll keep your order.',
      ),
    },
    subject: 'Your order # {order_number} is delayed',
    body: toShopper(
      'We’re sorry, but your order # {order_number}, which we expected to ship by {promised_day}, is delayed.',
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
    placeholders: ORDER_PARTS,
    subject: CORRECTION_SUBJECT,
    body: toShopper(
      'We told you by mistake that your order # {order_number} is delayed. It isn’t. Please ignore that email; its link no longer works.',
      '{order_page}',
    ),
  },
})

const ENDED_TEXTS = defineTexts({
  cancelled_by_shopper: {
    title: 'Cancelled by the shopper',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS, ...REASON_PART, ...MONEY_PART },
    subject: 'Cancellation for your order # {order_number}',
    body: paragraphs(
      'Hello {first_name},',
      'We’ve cancelled these items from your order # {order_number}, as you asked:',
      '{items}',
      '{reason}',
      '{money}',
      '{order_page}',
      WAS_IT_YOU,
    ),
  },
  cancelled_by_shopper_shop: {
    title: 'Cancelled by the shopper, to you',
    group: 'Cancellations and refunds',
    to: 'family',
    placeholders: {
      ...ORDER_PARTS,
      ...ITEM_PARTS,
      ...CUSTOMER_PART,
      ...ADMIN_PAGE,
      details: ownParagraph('> I ordered twice.'),
    },
    subject: 'Cancellation of order # {order_number}',
    body: paragraphs(
      'A shopper cancelled these items from order # {order_number}. The items are back in stock.',
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
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS, ...REASON_PART, ...MONEY_PART },
    subject: 'Items from your order # {order_number} were cancelled',
    body: toShopper(
      'We’re sorry, but we had to cancel these items from your order # {order_number}:',
      '{items}',
      '{reason}',
      '{money}',
      '{order_page}',
    ),
  },
  not_cancelled: {
    title: 'Not cancelled after all',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS },
    subject: CORRECTION_SUBJECT,
    body: toShopper(
      'We told you by mistake that these items from your order # {order_number} were cancelled. They’re still on your order:',
      '{items}',
      '{order_page}',
    ),
  },
  refunded: {
    title: 'Refunded',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, amount: inline('$79.00'), note: ownParagraph('By check.') },
    subject: 'Your refund for order # {order_number}',
    body: toShopper('We’ve refunded {amount} for your order # {order_number}.', '{note}', '{order_page}'),
  },
  refunded_to_card: {
    title: 'Refunded to the card',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, amount: inline('$79.00'), note: ownParagraph('Enjoy your day.') },
    subject: 'Your refund for order # {order_number}',
    body: toShopper(
      'We’re refunding {amount} for your order # {order_number} to the card you paid with. It will show on your statement within a few days.',
      '{note}',
      '{order_page}',
    ),
  },
  refund_corrected: {
    title: 'Refund corrected',
    group: 'Cancellations and refunds',
    to: 'shopper',
    placeholders: {
      ...ORDER_PARTS,
      told_amount: inline('$79.00'),
      right: inline('there was no refund'),
      note: ownParagraph('By check.'),
    },
    subject: CORRECTION_SUBJECT,
    body: toShopper(
      'We told you we refunded {told_amount} for your order # {order_number}. That was a mistake: {right}.',
      '{note}',
      '{order_page}',
    ),
  },
})

export const ORDER_TEXTS = { ...PLACED_TEXTS, ...SHIPPING_TEXTS, ...ENDED_TEXTS }
