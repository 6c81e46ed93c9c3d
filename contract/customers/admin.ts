import * as z from 'zod/mini'
import { EMAIL_LENGTH } from '../accounts/fields.ts'
import { changeResult, cursor, defineAdminCalls } from '../http/endpoint.ts'
import { itemLine } from '../order-item.ts'
import { wireListedOrder } from '../orders/admin.ts'
import { NOTE_LENGTH } from '../orders/admin-values.ts'
import { cleanedEmail } from '../text/cleaned.ts'

const wireListedCustomer = z.object({
  /** The main one, in lower case. */
  email: z.string(),
  /** From the account, else the newest order or inquiry; may be empty. */
  name: z.string(),
  has_account: z.boolean(),
  orders: z.int(),
  /** Without orders that were cancelled entirely. */
  ordered_cents: z.int(),
  last_ordered_on: z.nullable(z.string()),
})
export type ListedCustomer = z.infer<typeof wireListedCustomer>

const wireOrderOfPerson = z.object({
  ...wireListedOrder.shape,
  items: z.array(z.object({ quantity: z.int(), product_name: z.string(), is_cancelled: z.boolean() })),
})

export function orderedItem(item: z.infer<typeof wireOrderOfPerson>['items'][number]): string {
  return `${itemLine(item)}${item.is_cancelled ? ' (cancelled)' : ''}`
}

export const MAX_SHOWN_OF_PERSON = 50

const wireCustomer = z.object({
  ...wireListedCustomer.shape,
  addresses: z.array(z.object({ email: z.string(), linked_at: z.nullable(z.string()) })),
  accounts: z.array(
    z.object({ email: z.string(), name: z.string(), created_at: z.string(), is_confirmed: z.boolean() }),
  ),
  phone: z.nullable(z.string()),
  paid_back_cents: z.int(),
  newest_orders: z.array(wireOrderOfPerson),
  refunds: z.array(
    z.object({ refund_id: z.string(), order_id: z.string(), amount_cents: z.int(), refunded_at: z.string() }),
  ),
  inquiries: z.array(
    z.object({
      message_id: z.string(),
      reason: z.string(),
      message: z.string(),
      received_at: z.string(),
      answered_at: z.nullable(z.string()),
      probable_spam: z.boolean(),
    }),
  ),
  /** An empty id: until orders open. */
  waits_for: z.array(z.object({ product_id: z.string(), product_name: z.nullable(z.string()) })),
  notes: z.array(
    z.object({
      note_id: z.string(),
      note: z.string(),
      author: z.string(),
      noted_at: z.string(),
      /** The change that removes it; `null` where that is no longer possible. */
      undo_id: z.nullable(z.int()),
    }),
  ),
  /** `null` when it can be deleted, and for helpers, who never delete. */
  deletion_problem: z.nullable(z.string()),
})
export type CustomerPage = z.infer<typeof wireCustomer>

/** A known address; old inquiries may hold a mistyped one. */
const known = z.string().check(cleanedEmail, z.minLength(1, 'Please enter an email address'), z.maxLength(EMAIL_LENGTH))

export const adminCustomers = defineAdminCalls({
  listCustomers: {
    method: 'GET',
    path: '/api/admin/customers',
    summary: 'Lists customers',
    description: 'By address: everyone with an order, account, inquiry or waitlist entry. `next` begins the next page.',
    query: z.object({
      q: z
        ._default(z.string().check(z.maxLength(200)), '')
        .check(z.describe('Words of names, addresses or numbers of orders')),
      after: z.optional(cursor).check(z.describe('`next` of the page before')),
    }),
    response: z.object({ customers: z.array(wireListedCustomer), next: z.nullable(z.string()) }),
  },
  getCustomer: {
    method: 'GET',
    path: '/api/admin/customers/person',
    summary: 'Returns what is known of a person',
    description: 'By any of the addresses of the person, in any letter case.',
    query: z.object({ email: known.check(z.describe('An address of the person')) }),
    response: wireCustomer,
    errors: ['not_found'],
  },
  noteOnCustomer: {
    method: 'POST',
    path: '/api/admin/customers/note',
    summary: 'Notes something about a person',
    description: 'Only owners and helpers see it.',
    body: z.object({
      email: known,
      note: z
        .string()
        .check(z.trim(), z.minLength(1, 'Please write a note'), z.maxLength(NOTE_LENGTH, 'This is too long')),
    }),
    response: changeResult,
    errors: ['not_found'],
  },
  mergeCustomer: {
    method: 'POST',
    path: '/api/admin/customers/merge',
    summary: 'Links an address to a customer',
    description: 'Both are shown as one. Nothing else changes, and it can be undone.',
    body: z.object({ email: known, other: known }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  unmergeCustomer: {
    method: 'POST',
    path: '/api/admin/customers/unmerge',
    summary: 'Unlinks an address from a customer',
    description: 'It is a customer of its own again.',
    body: z.object({ email: known }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  exportCustomer: {
    method: 'POST',
    path: '/api/admin/customers/export',
    summary: "Exports a customer's data",
    description: 'Owners only. As JSON and as a page, without passwords and tokens. The customer is emailed.',
    body: z.object({ email: known }),
    response: z.object({ ...changeResult.shape, json: z.string(), html: z.string() }),
    errors: ['not_found'],
  },
  deleteCustomer: {
    method: 'POST',
    path: '/api/admin/customers/delete',
    summary: "Deletes a customer's data",
    description:
      'Owners only; the main address is typed again. 409 while an order or its money is open. Orders stay without names and addresses; the rest is deleted. The customer is emailed. No undo.',
    body: z.object({
      email: known,
      typed: z.string().check(z.maxLength(EMAIL_LENGTH)),
      /** All addresses that were shown; if they have changed, the call is a conflict. */
      seen_addresses: z.array(z.string()).check(z.maxLength(1000)),
    }),
    response: z.object({ ...changeResult.shape, orders: z.int() }),
    errors: ['not_found', 'conflict'],
  },
})
