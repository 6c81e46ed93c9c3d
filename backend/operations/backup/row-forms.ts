import { keysOf } from '@shop/contract/http/coercion'
import { ENTRY_KINDS, FIGURE_NAMES } from '@shop/contract/order-money'
import { CARD_PAYMENT_STATES, wireOperation } from '@shop/contract/payments/card-payment'
import * as z from 'zod/mini'
import { MEDIA_TYPES } from '../../media/store/media.ts'
import { LABEL_TYPES } from '../../orders/return-label.ts'
import {
  addressPart,
  anyJson,
  blob,
  each,
  json,
  moment,
  momentOrNull,
  pageValues,
  picture,
  sha256,
  shortHash,
  text,
  textOrNull,
  whole,
  wholeOrNull,
  zip,
} from './forms/column-forms.ts'
import { isGoodSetting } from './forms/setting-forms.ts'
import { NOT_IN_BACKUPS } from './rows.ts'

/** The values that this shop writes into each column of a backup. Where a column is one of some words, the table itself checks it. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, z.ZodMiniType>>>> = {
  products: {
    ...each(addressPart, 'product_id', 'slug'),
    ...each(text, 'product_name', 'line', 'style', 'color', 'size', 'short_description', 'description', 'status'),
    details: json(z.record(z.string(), z.json())),
    ...each(whole, 'price_cents', 'stock_quantity', 'position', 'version'),
    ...each(wholeOrNull, 'sale_price_cents', 'wholesale_price_cents', 'wholesale_minimum', 'low_stock_at'),
    ...each(momentOrNull, 'sale_from', 'sale_until'),
  },
  product_pictures: { product_id: addressPart, position: whole, file: picture, alt: text },
  product_slugs: { ...each(addressPart, 'slug', 'product_id') },
  sold_out_products: { product_id: addressPart, since: moment },
  low_stock_mails: { product_id: addressPart, told_at: moment },
  planned_changes: {
    ...each(text, 'planned_id', 'product_id', 'planned_by'),
    at: moment,
    changes: json(z.record(z.string(), z.json())),
    version: whole,
    problem: textOrNull,
  },
  catalog_meta: { id: text, version: whole },
  media: {
    name: picture,
    hash: shortHash,
    sha256: sha256,
    type: z.enum(keysOf(MEDIA_TYPES)),
    bytes: z.number(),
    ...each(wholeOrNull, 'width', 'height'),
    created_at: moment,
  },
  media_files: { name: picture, sha256: sha256, ...each(z.number(), 'bytes', 'modified') },
  media_chunks: { sha256: sha256, position: whole, data: blob },
  unused_media: { sha256: sha256, since: moment },
  // By key, see `isGoodSetting`.
  shop_settings: each(text, 'key', 'value'),
  page_versions: {
    ...each(text, 'page', 'changed_by'),
    version: whole,
    values_json: json(pageValues),
    changed_at: moment,
  },
  visits: { ...each(text, 'page', 'day'), views: whole },
  missing_pages: { ...each(text, 'path', 'day'), views: whole },
  demand: { ...each(text, 'kind', 'subject', 'day'), events: whole },
  outbox: {
    ...each(text, 'id', 'kind', 'recipient', 'subject', 'text', 'html', 'state'),
    ...each(textOrNull, 'reply_to', 'claim', 'last_error', 'order_id'),
    attempts: whole,
    ...each(moment, 'next_attempt_at', 'created_at'),
    sent_at: momentOrNull,
  },
  customers: {
    ...each(text, 'customer_id', 'first_name', 'last_name', 'email', 'email_folded', 'password_hash'),
    created_at: moment,
    email_confirmed_at: momentOrNull,
  },
  customer_links: { ...each(text, 'email', 'person_email'), linked_at: moment },
  customer_notes: { ...each(text, 'note_id', 'email', 'author', 'note'), noted_at: moment },
  known_addresses: { ...each(text, 'customer_id', 'address_hash'), expires_at: moment },
  rate_limits: { key_hash: text, counted: whole, expires_at: moment },
  counters: { name: text, value: whole },
  orders: {
    ...each(text, 'order_id', 'first_name', 'last_name', 'email', 'order_status', 'channel'),
    ...each(
      textOrNull,
      'customer_id',
      'tracking_number',
      'imported_status',
      'delivery_address',
      'phone',
      'state',
      'address1',
      'address2',
      'city',
      'zip',
      'discount_code',
      'carrier',
      'delivery_name',
      'company',
      'region',
      'country',
      'payment',
      'shipped_by',
    ),
    order_date: moment,
    ...each(momentOrNull, 'estimated_delivery_date', 'delivered_on', 'ship_by', 'paid_at'),
    ...each(
      whole,
      'total_cents',
      'tax_cents',
      'tax_rate_millionths',
      'delivery_cents',
      'version',
      'delivery_taxed',
      'discount_cents',
    ),
  },
  order_items: {
    ...each(text, 'order_item_id', 'order_id', 'product_id', 'product_name'),
    ...each(textOrNull, 'cancellation_reason', 'cancellation_details', 'cancellation_status', 'refund_status'),
    image_file: z.nullable(picture),
    ...each(momentOrNull, 'cancelled_at', 'refunded_at'),
    ...each(whole, 'position', 'price_cents', 'quantity', 'discount_cents'),
    regular_price_cents: wholeOrNull,
  },
  order_refunds: {
    ...each(text, 'refund_id', 'order_id', 'note'),
    amount_cents: whole,
    tax_cents: wholeOrNull,
    refunded_at: moment,
    refunded_on: momentOrNull,
    ...each(textOrNull, 'operation_id', 'return_id'),
  },
  order_notes: { ...each(text, 'note_id', 'order_id', 'author', 'note'), noted_at: moment },
  order_terms: { ...each(text, 'term', 'order_id') },
  order_entries: { ...each(text, 'entry_id', 'order_id'), audit_id: whole },
  order_delays: {
    ...each(text, 'order_id', 'token_hash'),
    number: whole,
    ...each(moment, 'noticed_at', 'expires_at'),
    ...each(momentOrNull, 'ship_by', 'answer_by', 'agreed_at', 'used_at'),
  },
  order_returns: {
    ...each(text, 'return_id', 'order_id', 'return_state', 'reason', 'details', 'answer'),
    asked_at: moment,
  },
  order_return_items: { ...each(text, 'return_id', 'order_item_id'), quantity: whole },
  return_labels: { ...each(text, 'return_id', 'token'), type: z.enum(keysOf(LABEL_TYPES)), data: blob },
  pay_links: {
    ...each(text, 'link_id', 'token_hash', 'order_id'),
    amount_cents: whole,
    ...each(textOrNull, 'mail_id', 'withdrawn_mail'),
    ...each(moment, 'created_at', 'expires_at'),
    withdrawn_at: momentOrNull,
  },
  imported_orders: { ...each(text, 'order_id', 'import_id') },
  open_imports: { import_id: text, renewed_at: moment },
  shared_order_changes: { order_id: text, audit_id: whole },
  contact_messages: {
    ...each(text, 'message_id', 'first_name', 'last_name', 'email', 'reason', 'reference', 'message'),
    received_at: moment,
    answered_at: momentOrNull,
    probable_spam: whole,
  },
  contact_answers: { ...each(text, 'answer_id', 'message_id', 'text', 'author', 'mail_id'), answered_at: moment },
  waitlist: {
    ...each(text, 'token_hash', 'email', 'product_id'),
    ...each(momentOrNull, 'confirmed_at', 'due_at'),
    expires_at: moment,
  },
  delivery_options: {
    ...each(text, 'delivery_type_id', 'provider_name', 'delivery_type', 'display_text'),
    ...each(whole, 'delivery_cost_cents', 'estimated_days', 'position'),
  },
  tax_rates: { state: text, rate_millionths: whole },
  tax_states: { ...each(text, 'state', 'permit'), ...each(whole, 'collected', 'delivery_taxed') },
  zip_tax_rates: { state: text, ...each(zip, 'first_zip', 'last_zip'), rate_millionths: whole },
  tax_source: { id: whole, ...each(text, 'source', 'published', 'note') },
  discount_codes: {
    ...each(text, 'code', 'kind', 'state'),
    ...each(whole, 'value', 'minimum_cents', 'once_each', 'uses', 'version'),
    ...each(json(z.array(z.string())), 'lines', 'product_ids'),
    ...each(momentOrNull, 'starts_on', 'ends_on'),
    max_uses: wholeOrNull,
    created_at: moment,
  },
  placements: {
    ...each(text, 'placement_key', 'body_hash', 'state', 'order_id', 'reference'),
    ...each(textOrNull, 'customer_id', 'client', 'paid_order_id', 'discount_code'),
    ...each(whole, 'units', 'total_cents', 'version'),
    draft: z.nullable(anyJson),
    created_at: moment,
    finished_at: momentOrNull,
  },
  payments: {
    ...each(text, 'reference', 'order_id', 'gateway_id'),
    state: z.enum(CARD_PAYMENT_STATES),
    ...each(whole, 'authorized_cents', 'captured_cents', 'refunded_cents'),
    ...each(textOrNull, 'card_brand', 'card_last_four'),
    created_at: moment,
    expires_at: momentOrNull,
  },
  payment_operations: {
    ...each(text, 'operation_id', 'reference'),
    kind: wireOperation.shape.kind,
    state: wireOperation.shape.state,
    ...each(whole, 'amount_cents', 'attempts'),
    ...each(moment, 'next_attempt_at', 'created_at'),
    ...each(textOrNull, 'claim', 'last_error'),
    ...each(momentOrNull, 'finished_at', 'dismissed_at'),
  },
  payment_movements: {
    ...each(text, 'movement_id', 'reference', 'kind'),
    ...each(whole, 'amount_cents', 'settled'),
    tax_cents: wholeOrNull,
    day: moment,
  },
  gateway_events: {
    ...each(text, 'event_hash', 'kind', 'state'),
    ...each(textOrNull, 'reference', 'gateway_id'),
    attempts: whole,
    ...each(moment, 'next_attempt_at', 'received_at'),
  },
  disputes: {
    ...each(text, 'dispute_id', 'reference', 'order_id', 'state'),
    amount_cents: whole,
    ...each(textOrNull, 'kind', 'reason'),
    ...each(momentOrNull, 'reply_by', 'opened_on'),
    opened_at: moment,
  },
  placing_brake: { id: whole, ...each(momentOrNull, 'closed_until', 'resumed_at') },
  order_transactions: {
    ...each(text, 'transaction_id', 'way', 'state', 'channel'),
    ...each(textOrNull, 'order_id', 'order_item_id', 'product_id', 'product_name', 'payment', 'movement_id'),
    kind: z.enum(ENTRY_KINDS),
    ...each(whole, 'settled', ...FIGURE_NAMES),
    ...each(moment, 'day', 'created_at'),
  },
  sales_sums: { ...each(text, 'day', 'way', 'state', 'channel'), ...each(whole, ...FIGURE_NAMES) },
  product_sums: {
    ...each(text, 'day', 'way', 'product_id'),
    product_name: textOrNull,
    ...each(whole, 'units', 'goods_cents', 'discount_cents', 'code_cents'),
  },
  orders_to_post: { order_id: text },
  books_days: {
    ...each(text, 'day', 'way', 'state', 'channel'),
    ...each(
      whole,
      'orders',
      'goods_cents',
      'discount_cents',
      'delivery_cents',
      'tax_cents',
      'charged_cents',
      'paid_back_cents',
      'disputed_cents',
      'code_cents',
    ),
    tax_paid_back_cents: wholeOrNull,
  },
  books_products: {
    ...each(text, 'day', 'way', 'product_id'),
    product_name: textOrNull,
    ...each(whole, 'units', 'goods_cents', 'discount_cents', 'code_cents'),
  },
  books_changes: { ...each(text, 'day', 'change_id') },
  audit_log: {
    id: whole,
    at: moment,
    ...each(text, 'actor', 'action', 'subject_kind', 'subject_id'),
    ...each(anyJson, 'before', 'after'),
    undoes: wholeOrNull,
  },
  admin_users: {
    ...each(text, 'id', 'name', 'email', 'rights', 'role'),
    image: textOrNull,
    email_verified: whole,
    two_factor_enabled: wholeOrNull,
    ...each(moment, 'created_at', 'updated_at'),
  },
  admin_accounts: {
    ...each(text, 'id', 'user_id', 'account_id', 'provider_id'),
    ...each(textOrNull, 'access_token', 'refresh_token', 'id_token', 'scope', 'password'),
    ...each(momentOrNull, 'access_token_expires_at', 'refresh_token_expires_at'),
    ...each(moment, 'created_at', 'updated_at'),
  },
  admin_two_factors: {
    ...each(text, 'id', 'user_id', 'secret', 'backup_codes'),
    ...each(wholeOrNull, 'verified', 'failed_verification_count'),
    locked_until: momentOrNull,
  },
  admin_passkeys: {
    ...each(text, 'id', 'user_id', 'public_key', 'credential_id', 'device_type'),
    ...each(textOrNull, 'name', 'transports', 'aaguid'),
    ...each(whole, 'counter', 'backed_up'),
    created_at: momentOrNull,
  },
  admin_idempotency_keys: {
    ...each(text, 'user_id', 'key', 'request_hash'),
    response: z.nullable(anyJson),
    created_at: moment,
  },
}

const ROWS = new Map(Object.entries(COLUMNS).map(([table, columns]) => [table, z.object(columns)]))

/** The columns that are listed here, by table. */
export function checkedColumns(): Map<string, string[]> {
  return new Map(Object.entries(COLUMNS).map(([table, columns]) => [table, Object.keys(columns)]))
}

/**
 * The column of a row whose value this shop would not have written, such as `media.name`; `null` for a good row. An archive is
 * sealed, but not signed: anyone who can change one can seal it anew.
 */
export function findBadColumn(table: string, row: unknown): string | null {
  if (NOT_IN_BACKUPS.has(table)) return null
  const form = ROWS.get(table)
  if (form === undefined) return table
  const { error, data } = z.safeParse(form, row)
  if (error !== undefined) return `${table}.${String(error.issues[0]?.path[0] ?? 'row')}`
  if (table !== 'shop_settings') return null
  const setting = settingRow.parse(data)
  return isGoodSetting(setting) ? null : `${table}.${setting.key}`
}

const settingRow = z.object({ key: text, value: text })
