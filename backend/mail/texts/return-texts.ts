import { policyLeave, policySend } from '@shop/contract/return-policy'
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

/** A single piece, or several: "this item" or "these items". */
const PIECES = { these: inline('this item'), the: inline('the item'), it: inline('it'), its: inline('its') } as const
const ANSWER = { answer: alone('We look forward to it.') } as const
const SUMS = { sums: alone('Goods: $79.00\nTotal: $79.00') } as const

/** What mails about returns say. */
export const RETURN_TEXTS = defineTexts({
  return_asked: {
    title: 'Return asked for',
    group: 'Returns',
    to: 'shopper',
    placeholders: {
      ...ORDER,
      ...ITEMS,
      ...PIECES,
      leave: inline(policyLeave),
      reason: alone('Reason: Changed My Mind'),
    },
    subject: 'Your return of order # {order_number}',
    body: paragraphs(
      'Hello {first_name},',
      'you asked to return {these} of your order # {order_number}:',
      '{items}',
      '{reason}',
      'We look at it and write to you. Please send nothing before that, and leave {the} {leave}.',
      WAS_IT_YOU,
    ),
  },
  return_asked_shop: {
    title: 'Return asked for, to you',
    group: 'Returns',
    to: 'family',
    placeholders: {
      ...ORDER,
      ...ITEMS,
      ...ADMIN_PAGE,
      customer: alone('Customer: Ada Lovelace\nE-mail: ada@mail.example\nReason: Changed My Mind'),
      details: alone('> It is smaller than I thought.'),
    },
    subject: 'Return asked for: order # {order_number}',
    body: paragraphs(
      'A shopper asks to return items of order # {order_number}. Accept or decline it on the page of the order.',
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
      ...ORDER,
      ...ITEMS,
      ...PIECES,
      ...ANSWER,
      conditions: inline(policySend),
      where_to: needed('Send them to: 12 Main St, Oakland, CA 94601'),
      // What the return policy promises, which is part of the sale.
      costs: needed('You pay the return shipping.\n\nOriginal shipping is non-refundable.'),
    },
    subject: 'Your return of order # {order_number} is accepted',
    body: toShopper(
      'your return of order # {order_number} is accepted:',
      '{items}',
      'Please send {it} {conditions}.',
      '{where_to}',
      '{costs}',
      '{answer}',
    ),
  },
  return_declined: {
    title: 'Return declined',
    group: 'Returns',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS, ...PIECES, ...ANSWER },
    subject: 'Your return of order # {order_number} is declined',
    body: toShopper('we cannot take back {these} of your order # {order_number}:', '{items}', '{answer}'),
  },
  return_declined_received: {
    title: 'Return declined after it arrived',
    group: 'Returns',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS, ...PIECES, ...ANSWER },
    subject: 'Your return of order # {order_number} is declined',
    body: toShopper(
      'we have looked at what came back of your order # {order_number}, and cannot pay {it} back:',
      '{items}',
      '{answer}',
    ),
  },
  return_received: {
    title: 'Return has arrived',
    group: 'Returns',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS, ...PIECES },
    subject: 'Your return of order # {order_number} has arrived',
    body: toShopper(
      'your return of order # {order_number} has come back to us:',
      '{items}',
      'We look at {it} and pay back what is due. You get another mail then.',
    ),
  },
  return_corrected: {
    title: 'Return corrected',
    group: 'Returns',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS, told: inline('has arrived'), right: inline('we are still waiting for it') },
    subject: CORRECTION,
    body: toShopper(
      'we told you that your return of order # {order_number} {told}. That was a mistake: {right}.',
      '{items}',
    ),
  },
})

/** What mails about links say by which an order is paid. */
export const PAY_LINK_TEXTS = defineTexts({
  pay_link: {
    title: 'To pay by link',
    group: 'Paying by link',
    to: 'shopper',
    placeholders: {
      ...ORDER,
      ...ITEMS,
      ...SUMS,
      link: needed('https://shop.example/pay#token=…'),
      last_day: inline('December 3, 2026'),
    },
    subject: 'Pay your order # {order_number}',
    body: toShopper(
      'you can pay your order # {order_number} by card on our page:',
      '{link}',
      '{items}',
      '{sums}',
      'You can use the link once, until {last_day}. Whoever has it can see and pay the order.',
    ),
  },
  pay_link_withdrawn: {
    title: 'Link to pay withdrawn',
    group: 'Paying by link',
    to: 'shopper',
    placeholders: ORDER,
    subject: CORRECTION,
    body: toShopper(
      'we sent you a link to pay your order # {order_number} by card. That was a mistake: please do not use it. The order stays as it is.',
    ),
  },
  order_paid: {
    title: 'Paid by link',
    group: 'Paying by link',
    to: 'shopper',
    placeholders: { ...ORDER, ...ITEMS, ...SUMS, ...CARD_MONEY },
    subject: 'Your payment of order # {order_number}',
    body: toShopper(
      'thank you: your payment of order # {order_number} has come through.',
      '{items}',
      '{sums}',
      '{money}',
    ),
  },
  order_paid_shop: {
    title: 'Paid by link, to you',
    group: 'Paying by link',
    to: 'family',
    placeholders: { ...ORDER, ...ADMIN_PAGE, amount: inline('$79.00') },
    subject: 'Order # {order_number} is paid: {amount}',
    body: paragraphs('{first_name} {last_name} paid order # {order_number} by its link.', '{link}'),
  },
  order_not_paid: {
    title: 'Not paid by link',
    group: 'Paying by link',
    to: 'shopper',
    placeholders: { ...ORDER, amount: inline('$79.00') },
    subject: 'Your order # {order_number} is not paid yet',
    body: toShopper(
      'your payment of order # {order_number} did not come through, and nothing is charged. If your bank shows {amount} as reserved, it releases them within a few days.',
      'As long as the link works, you are welcome to pay by it again.',
    ),
  },
  order_not_paid_again: {
    title: 'Payment of an order that is no longer due',
    group: 'Paying by link',
    to: 'shopper',
    placeholders: { ...ORDER, amount: inline('$79.00') },
    subject: CORRECTION,
    body: toShopper(
      'your payment of order # {order_number} did not come through, and nothing is charged. If your bank shows {amount} as reserved, it releases them within a few days.',
    ),
  },
})
