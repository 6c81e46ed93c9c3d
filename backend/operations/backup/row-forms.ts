import { keysOf } from '@shop/contract/http/coercion'
import { ENTRY_KINDS } from '@shop/contract/order-money'
import { CARD_PROVIDERS } from '@shop/contract/payments/calls'
import { CARD_PAYMENT_STATES, wireOperation } from '@shop/contract/payments/card-payment'
import * as z from 'zod/mini'
import { MEDIA_TYPES } from '../../media/store/media.ts'
import { LABEL_TYPES } from '../../orders/return-label.ts'
import {
  addressPart,
  anyJson,
  blob,
  json,
  moment,
  pageValues,
  picture,
  sha256,
  shortHash,
  zip,
} from './forms/column-forms.ts'
import { isGoodSetting } from './forms/setting-forms.ts'
import { type Column, type Kind, NOT_IN_BACKUPS, type Table } from './rows.ts'

const provider = z.enum(keysOf(CARD_PROVIDERS))

/** Columns with rules beyond their type: they lead somewhere, are parsed, or have fixed words. */
const COLUMN_FORMS: Readonly<Record<string, Readonly<Record<string, z.ZodMiniType>>>> = {
  products: { product_id: addressPart, slug: addressPart, details: json(z.record(z.string(), z.json())) },
  product_pictures: { product_id: addressPart, file: picture },
  product_slugs: { product_id: addressPart, slug: addressPart },
  sold_out_products: { product_id: addressPart },
  low_stock_mails: { product_id: addressPart },
  planned_changes: { changes: json(z.record(z.string(), z.json())) },
  media: { name: picture, hash: shortHash, sha256, type: z.enum(keysOf(MEDIA_TYPES)) },
  media_files: { name: picture, sha256 },
  media_chunks: { sha256 },
  unused_media: { sha256 },
  page_versions: { values_json: json(pageValues) },
  order_items: { image_file: picture },
  return_labels: { type: z.enum(keysOf(LABEL_TYPES)) },
  zip_tax_rates: { first_zip: zip, last_zip: zip },
  discount_codes: { lines: json(z.array(z.string())), product_ids: json(z.array(z.string())) },
  placements: { draft: anyJson },
  payments: { provider, state: z.enum(CARD_PAYMENT_STATES) },
  payment_operations: { provider, kind: wireOperation.shape.kind, state: wireOperation.shape.state },
  gateway_events: { provider },
  payment_movements: { day: moment },
  order_transactions: { kind: z.enum(ENTRY_KINDS), day: moment },
  audit_log: { before: anyJson, after: anyJson },
  admin_idempotency_keys: { response: anyJson },
}

const KIND_FORMS: Readonly<Record<Kind, z.ZodMiniType>> = {
  text: z.string(),
  integer: z.int(),
  real: z.number(),
  boolean: z.boolean(),
  blob,
}

const MOMENT_NAME = /(?:^|_)(?:at|on|date|since|until|from)$|^(?:ship|answer|reply)_by$/

function buildForm(table: string, { name, kind }: Column): z.ZodMiniType {
  return COLUMN_FORMS[table]?.[name] ?? (kind === 'text' && MOMENT_NAME.test(name) ? moment : KIND_FORMS[kind])
}

/** Whether a restore accepts any text. */
export function takesAnyText(table: string, column: Column): boolean {
  return buildForm(table, column) === KIND_FORMS.text
}

const rowForms = new WeakMap<Table, z.ZodMiniType>()

/** The database checks nulls, except that SQLite accepts null keys. */
function buildRowForm(table: Table): z.ZodMiniType {
  const made = rowForms.get(table) ?? makeRowForm(table)
  rowForms.set(table, made)
  return made
}

function makeRowForm({ name: table, columns, key }: Table): z.ZodMiniType {
  const forms = columns.map((column) => {
    const form = buildForm(table, column)
    return [column.name, key.includes(column.name) ? form : z.nullable(form)]
  })
  return z.object(Object.fromEntries(forms))
}

/** Archives are sealed but not signed: anyone can seal one with values that this shop would not write. */
export function findBadColumn(table: Table, row: unknown): string | null {
  if (NOT_IN_BACKUPS.has(table.name)) return null
  const { error } = z.safeParse(buildRowForm(table), row)
  if (error !== undefined) return `${table.name}.${String(error.issues[0]?.path[0] ?? 'row')}`
  if (table.name !== 'shop_settings') return null
  const setting = settingRow.parse(row)
  return isGoodSetting(setting) ? null : `${table.name}.${setting.key}`
}

const settingRow = z.object({ key: z.string(), value: z.string() })
