import { policyLeave, policySend } from '@shop/contract/returns/return-policy'
import {
  ADMIN_PAGE,
  CARD_MONEY,
  CORRECTION_SUBJECT,
  defineTexts,
  ITEM_PARTS,
  inline,
  needed,
  neededButton,
  ORDER_PARTS,
  ownParagraph,
  paragraphs,
  toShopper,
  WAS_IT_YOU,
} from './define-texts.ts'

/** "this item" or "these items". */
const PIECES_PARTS = {
  these: inline('this item'),
  the: inline('the item'),
  it: inline('it'),
  its: inline('its'),
} as const
const ANSWER_PART = { answer: ownParagraph('We look forward to it.') } as const
const SUMS_PART = { sums: ownParagraph('Subtotal: $79.00\nTotal: $79.00') } as const

export const RETURN_TEXTS = defineTexts({
  return_asked: {
    title: 'Return requested',
    group: 'Returns',
    to: 'shopper',
    placeholders: {
      ...ORDER_PARTS,
      ...ITEM_PARTS,
      ...PIECES_PARTS,
      leave: inline(policyLeave),
      reason: ownParagraph('Reason: Changed My Mind'),
    },
    subject: 'Your return request for order # {order_number}',
    body: paragraphs(
      'Hello {first_name},',
      'We received your request to return {these} from order # {order_number}:',
      '{items}',
      '{reason}',
      'We’ll review it and email you. Please don’t send anything yet, and keep {the} {leave}.',
      '{order_page}',
      WAS_IT_YOU,
    ),
  },
  return_asked_shop: {
    title: 'Return requested, to you',
    group: 'Returns',
    to: 'family',
    placeholders: {
      ...ORDER_PARTS,
      ...ITEM_PARTS,
      ...ADMIN_PAGE,
      customer: ownParagraph('Customer: Ada Lovelace\nEmail: ada@mail.example\nReason: Changed My Mind'),
      details: ownParagraph('> It is smaller than I thought.'),
    },
    subject: 'Return requested: order # {order_number}',
    body: paragraphs(
      'A shopper wants to return items from order # {order_number}. Accept or decline the return on the order’s page.',
      '{items}',
      '{customer}',
      '{details}',
      '{link}',
    ),
  },
  return_accepted: {
    title: 'Return accepted',
    group: 'Returns',
    to: 'shopper',
    placeholders: {
      ...ORDER_PARTS,
      ...ITEM_PARTS,
      ...PIECES_PARTS,
      ...ANSWER_PART,
      conditions: inline(policySend),
      where_to: needed('Send it to: 12 Main St, Oakland, CA 94601'),
      // The return policy's promises, part of the sale.
      costs: needed('You pay for return shipping.\n\nOriginal shipping is non-refundable.'),
    },
    subject: 'Your return for order # {order_number} was accepted',
    body: toShopper(
      'We’ve accepted your return for order # {order_number}:',
      '{items}',
      'Please send {it} {conditions}.',
      '{where_to}',
      '{costs}',
      '{answer}',
      '{order_page}',
    ),
  },
  return_declined: {
    title: 'Return declined',
    group: 'Returns',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS, ...PIECES_PARTS, ...ANSWER_PART },
    subject: 'Your return for order # {order_number} was declined',
    body: toShopper(
      'We’re sorry, but we can’t accept your return of {these} from order # {order_number}:',
      '{items}',
      '{answer}',
      '{order_page}',
    ),
  },
  return_declined_received: {
    title: 'Return declined after it arrived',
    group: 'Returns',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS, ...PIECES_PARTS, ...ANSWER_PART },
    subject: 'Your return for order # {order_number} was declined',
    body: toShopper(
      'We’ve looked at what you returned from order # {order_number}. We’re sorry, but we can’t refund {it}:',
      '{items}',
      '{answer}',
      '{order_page}',
    ),
  },
  return_received: {
    title: 'Return received',
    group: 'Returns',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS, ...PIECES_PARTS },
    subject: 'We received your return for order # {order_number}',
    body: toShopper(
      'Your return for order # {order_number} has arrived:',
      '{items}',
      'We’ll check {it} and email you when we send your refund.',
      '{order_page}',
    ),
  },
  return_corrected: {
    title: 'Return corrected',
    group: 'Returns',
    to: 'shopper',
    placeholders: {
      ...ORDER_PARTS,
      ...ITEM_PARTS,
      told: inline('had arrived'),
      right: inline('we’re still waiting for it'),
    },
    subject: CORRECTION_SUBJECT,
    body: toShopper(
      'We told you your return for order # {order_number} {told}. That was a mistake: {right}.',
      '{items}',
      '{order_page}',
    ),
  },
})

export const PAY_LINK_TEXTS = defineTexts({
  pay_link: {
    title: 'Payment link',
    group: 'Payment links',
    to: 'shopper',
    placeholders: {
      ...ORDER_PARTS,
      ...ITEM_PARTS,
      ...SUMS_PART,
      link: neededButton('Pay for your order', 'https://shop.example/pay#token=…'),
      last_day: inline('December 3, 2026'),
    },
    subject: 'Pay for your order # {order_number}',
    body: toShopper(
      'You can pay for your order # {order_number} by card here:',
      '{link}',
      '{items}',
      '{sums}',
      'The link works once, until {last_day}. Anyone who has it can see and pay for the order, so please don’t share it.',
    ),
  },
  order_paid: {
    title: 'Paid by link',
    group: 'Payment links',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, ...ITEM_PARTS, ...SUMS_PART, ...CARD_MONEY },
    subject: 'Your payment for order # {order_number}',
    body: toShopper(
      'Thank you. We received your payment for order # {order_number}.',
      '{items}',
      '{sums}',
      '{money}',
      '{order_page}',
    ),
  },
  order_paid_shop: {
    title: 'Paid by link, to you',
    group: 'Payment links',
    to: 'family',
    placeholders: { ...ORDER_PARTS, ...ADMIN_PAGE, amount: inline('$79.00') },
    subject: 'Order # {order_number} is paid: {amount}',
    body: paragraphs('{first_name} {last_name} paid for order # {order_number} by link.', '{link}'),
  },
  order_not_paid: {
    title: 'Not paid by link',
    group: 'Payment links',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, amount: inline('$79.00') },
    subject: 'Your order # {order_number} isn’t paid yet',
    body: toShopper(
      'Your payment for order # {order_number} didn’t go through, and you weren’t charged. If your bank shows a hold of {amount}, it will go away within a few days.',
      'You can use the link to try again until it expires.',
    ),
  },
  order_not_paid_again: {
    title: 'Payment no longer due',
    group: 'Payment links',
    to: 'shopper',
    placeholders: { ...ORDER_PARTS, amount: inline('$79.00') },
    subject: CORRECTION_SUBJECT,
    body: toShopper(
      'Your payment for order # {order_number} didn’t go through, and you weren’t charged. If your bank shows a hold of {amount}, it will go away within a few days.',
    ),
  },
})
