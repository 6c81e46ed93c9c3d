import * as z from 'zod/mini'
import { EMAIL_LENGTH, INVALID_EMAIL, isEmail, NAME_LENGTH } from '../accounts/fields.ts'
import { typedAddress } from '../address/fields.ts'
import { US_STATES } from '../address/us-states.ts'
import { typedCode } from '../discounts/admin.ts'
import { DISCOUNT_KINDS } from '../discounts/rules.ts'
import { keysOf } from '../http/coercion.ts'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { cleanedEmail, cleanedWords } from '../text/cleaned.ts'
import { NOTE_LENGTH, ORDER_PAYMENTS, PHONE_LENGTH, TAKEN_CHANNELS } from './admin-values.ts'

const MAX_TAKEN_ITEMS = 50

/** In cents. */
const MAX_AMOUNT_CENTS = 10_000_000

/** May be empty unless `needsName`. */
const name = z.string().check(cleanedWords, z.maxLength(NAME_LENGTH, 'This is too long'))

const AMOUNT_MESSAGE = 'Please enter an amount such as 12.50'
const amount = z
  .int(AMOUNT_MESSAGE)
  .check(z.minimum(0, AMOUNT_MESSAGE), z.maximum(MAX_AMOUNT_CENTS, 'This amount is too large'))
const QUANTITY_MESSAGE = 'Please enter a whole number from 1'

const EARLIER_PAGE = 'The address is entered in parts now. Reload this page; what you typed is kept.'

const takenFields = z.object({
  channel: z.enum(TAKEN_CHANNELS),
  first_name: name,
  last_name: name,
  /** Without one, no email is sent and the shopper can't look up the order. */
  email: z.string().check(
    cleanedEmail,
    z.maxLength(EMAIL_LENGTH),
    z.refine((text) => text === '' || isEmail(text), INVALID_EMAIL),
  ),
  phone: z._default(z.string().check(cleanedWords, z.maxLength(PHONE_LENGTH, 'This is too long')), ''),
  items: z
    .array(
      z.object({
        product_id: z.string().check(z.maxLength(100)),
        quantity: z
          .int(QUANTITY_MESSAGE)
          .check(z.minimum(1, QUANTITY_MESSAGE), z.maximum(9999, 'This number is too large')),
        /** The agreed price of one; `null`: today's price, for wholesale the wholesale price if any. */
        price_cents: z.nullable(amount),
      }),
    )
    .check(
      z.minLength(1, 'Please add at least one product'),
      z.maxLength(MAX_TAKEN_ITEMS, `An order may have ${MAX_TAKEN_ITEMS} lines at most`),
    ),
  delivery_type_id: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
  delivery_cents: z.nullable(amount),
  state: z._default(z.nullable(z.enum(Object.keys(US_STATES))), null),
  discount_code: z._default(z.nullable(typedCode), null),
  /** `null` for the rate of the state, or of the ZIP code. */
  tax_cents: z.nullable(amount),
  payment: z._default(z.nullable(z.enum(ORDER_PAYMENTS)), null),
  /** Taken along: nothing is left to ship. */
  handed_over: z.boolean(),
  address: z._default(z.nullable(typedAddress), null),
  /** Lines of an address, as pages of an earlier version send them. */
  delivery_address: z.optional(z.string().check(z.refine((text) => text.trim() === '', EARLIER_PAGE))),
  note: z.string().check(z.trim(), z.maxLength(NOTE_LENGTH, 'This is too long')),
})
export type TakenOrder = z.output<typeof takenFields>

/** Whether a name is required: not for a cash sale that is taken along without an email. */
export function needsName({
  payment,
  handed_over,
  email,
}: Pick<TakenOrder, 'payment' | 'handed_over' | 'email'>): boolean {
  return payment !== 'cash' || !handed_over || email.trim() !== ''
}

const named = z.superRefine((order: TakenOrder, context) => {
  if (!needsName(order)) return
  const missing = (['first_name', 'last_name'] as const).filter((field) => order[field] === '')
  for (const field of missing) {
    const message = `Please enter the ${field.replace('_', ' ')}`
    context.issues.push({ code: 'custom', path: [field], message, input: order[field] })
  }
})

export const takenOrder = takenFields
  .check(named)
  .register(z.globalRegistry, { id: 'TakenOrder', description: 'An order that the shop enters itself.' })

/** An order taken offline: a client-generated idempotency key, the time, and what was charged. */
const offlineEntry = z.object({ id: z.uuid(), taken_at: z.iso.datetime(), total_cents: z.int() })
export type OfflineEntry = z.output<typeof offlineEntry>

/** Days after which an offline order counts as taken when it arrives. */
export const MAX_ENTRY_DAYS = 60

export const adminTakenOrders = defineAdminCalls({
  getOrderTerms: {
    method: 'GET',
    path: '/api/admin/orders/taken/terms',
    summary: 'Returns what delivery and sales tax cost, and which discount codes there are',
    description:
      "The shop's delivery options and the sales tax of each state, for an order that is entered by hand. While sales tax is collected in no state, every state has its rate. Otherwise a state without a decision has none.",
    response: z.object({
      delivery_options: z.array(z.object({ id: z.string(), text: z.string(), cost_cents: z.int() })),
      taxes: z.array(
        z.object({
          state: z.enum(keysOf(US_STATES)),
          collected: z.boolean(),
          rate: z.nullable(z.number()),
          delivery_taxed: z.boolean(),
          zip_rates: z.array(z.object({ from: z.string(), to: z.string(), rate: z.number() })),
        }),
      ),
      /** Codes that can be used today; `product_ids` is `null` for a code for all. */
      discounts: z.array(
        z.object({
          code: z.string(),
          kind: z.enum(DISCOUNT_KINDS),
          value: z.int(),
          product_ids: z.nullable(z.array(z.string())),
          minimum_cents: z.int(),
        }),
      ),
      used_up_codes: z.array(z.string()),
    }),
  },
  previewTakenOrder: {
    method: 'POST',
    path: '/api/admin/orders/taken/preview',
    summary: 'Previews a manual order',
    description: "With its total and email. Refuses what couldn't be entered.",
    body: takenOrder,
    response: z.object({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      total_cents: z.int(),
      has_mail_server: z.boolean(),
    }),
    errors: ['conflict'],
  },
  takeOrder: {
    method: 'POST',
    path: '/api/admin/orders/taken',
    summary: 'Enters a manual order',
    description:
      'By phone, at a fair or wholesale. Takes the goods from stock; 409 names lines without enough. The shopper is emailed ten seconds later.',
    body: takenOrder,
    response: z.extend(changeResult, { order_id: z.string() }),
    errors: ['conflict'],
  },
  enterOfflineOrder: {
    method: 'POST',
    path: '/api/admin/orders/taken/offline',
    summary: 'Enters a manual order taken offline',
    description: 'With its own day, once per id. 409 if the total differs from what was charged.',
    body: z.extend(takenFields, { entry: offlineEntry }).check(named),
    response: z.extend(changeResult, { order_id: z.string() }),
    errors: ['conflict'],
  },
})
