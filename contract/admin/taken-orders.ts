import * as z from 'zod/mini'
import { customerEmail, NAME_LENGTH } from '../customer.ts'
import { defineAdminEndpoint } from './admin-endpoint.ts'
import { changeResult } from './change.ts'
import { deliveryAddress, NOTE_LENGTH } from './orders.ts'

/** Lines of an order that is entered by hand. */
const MAX_TAKEN_ITEMS = 50

/** In cents. */
const MAX_AMOUNT = 10_000_000

const name = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(NAME_LENGTH, 'This is too long'))

const AMOUNT = 'Please enter an amount such as 12.50'
const amount = z.int(AMOUNT).check(z.minimum(0, AMOUNT), z.maximum(MAX_AMOUNT, 'This is too much for one amount'))
const QUANTITY = 'Please enter a whole number from 1'

/** An order that was taken by phone or at a fair. */
export const takenOrder = z.object({
  channel: z.enum(['phone', 'fair']),
  first_name: name('Please enter the first name'),
  last_name: name('Please enter the last name'),
  email: customerEmail,
  items: z
    .array(
      z.object({
        product_id: z.string().check(z.maxLength(100)),
        quantity: z.int(QUANTITY).check(z.minimum(1, QUANTITY), z.maximum(9999, 'This is too many')),
        /** The price that was agreed for one; `null`: the price of today. */
        price_cents: z.nullable(amount),
      }),
    )
    .check(
      z.minLength(1, 'Please add at least one product'),
      z.maxLength(MAX_TAKEN_ITEMS, `An order may have ${MAX_TAKEN_ITEMS} lines at most`),
    ),
  delivery_cents: amount,
  tax_cents: amount,
  /** The goods were taken along: nothing is left to ship. */
  handed_over: z.boolean(),
  delivery_address: z._default(deliveryAddress, ''),
  /** How it was paid, for one; shoppers never see it. */
  note: z.string().check(z.trim(), z.maxLength(NOTE_LENGTH, 'This is too long')),
})
export type TakenOrder = z.output<typeof takenOrder>

export const previewTakenOrderEndpoint = defineAdminEndpoint({
  method: 'POST',
  path: '/api/admin/orders/taken/preview',
  summary: 'Shows an order taken by phone or at a fair before it is entered',
  description: 'Its sum and the mail to the shopper. Changes nothing; refuses what could not be entered.',
  body: takenOrder,
  response: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    total_cents: z.int(),
    /** Without a mail server the mail waits. */
    has_mail_server: z.boolean(),
  }),
  errors: ['conflict'],
})

export const takeOrderEndpoint = defineAdminEndpoint({
  method: 'POST',
  path: '/api/admin/orders/taken',
  summary: 'Enters an order that was taken by phone or at a fair',
  description:
    'Its goods leave the stock; without enough of them nothing changes (409, with the lines that are too many). The shopper is told its number by mail ten seconds later.',
  body: takenOrder,
  response: z.extend(changeResult, { order_id: z.string() }),
  errors: ['conflict'],
})
