import { MAIL_TEXT_NAMES, MAIL_TEXTS } from '../../mail/texts/mail-texts.ts'
import type { Database } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import type { AuditEntry } from './audit.repository.ts'
import { isObject, type Json } from './audit.repository.ts'

type Described = Pick<AuditEntry, 'subject' | 'before' | 'after'>

/** For each entry the names of the products, of the items of the order, of the sender or of the mail that it is about, by id; those that are gone are missing. */
export async function listEntryNames(
  database: Database,
  entries: readonly Described[],
): Promise<Record<string, string>[]> {
  const products = await findProductNames(database, entries.flatMap(productIdsOf))
  const items = await findItemNames(database, entries.flatMap(itemIdsOf))
  const senders = await findSenders(database, entries.flatMap(inquiryIdsOf))
  return entries.map((entry) => ({
    ...pick(products, productIdsOf(entry)),
    ...pick(items, itemIdsOf(entry)),
    ...pick(senders, inquiryIdsOf(entry)),
    ...(entry.subject.kind === 'mail_text' ? pick(MAIL_TITLES, [entry.subject.id]) : {}),
  }))
}

const MAIL_TITLES = new Map<string, string>(MAIL_TEXT_NAMES.map((name) => [name, MAIL_TEXTS[name].title]))

function productIdsOf({ subject, before, after }: Described): string[] {
  if (subject.kind === 'product') return [subject.id]
  if (subject.kind === 'discount') return [...listedIn(before), ...listedIn(after)]
  return subject.kind === 'products' ? [...idsIn(before), ...idsIn(after)] : []
}

/** The products that a discount code is for. */
function listedIn(value: Json): string[] {
  const { product_ids = null } = isObject(value) ? value : {}
  return Array.isArray(product_ids) ? product_ids.filter((id) => typeof id === 'string') : []
}

/** A change of several products holds them by id; one of their stocks holds these by id. */
function idsIn(value: Json): string[] {
  if (!isObject(value)) return []
  const { stock = null } = value
  return Object.keys(isObject(stock) ? stock : value)
}

function itemIdsOf({ subject, before, after }: Described): string[] {
  return subject.kind === 'order' ? [...itemsIn(before), ...itemsIn(after)] : []
}

function itemsIn(value: Json): string[] {
  const { items = null } = isObject(value) ? value : {}
  const rows = Array.isArray(items) ? items.filter(isObject) : []
  return rows.flatMap(({ order_item_id = null, item_id = null }) =>
    [order_item_id, item_id].filter((id) => typeof id === 'string'),
  )
}

function inquiryIdsOf({ subject }: Described): string[] {
  return subject.kind === 'inquiry' ? [subject.id] : []
}

function pick(names: ReadonlyMap<string, string>, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [[id, name]]
    }),
  )
}

async function findProductNames(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const some of chunksOf([...new Set(ids)])) {
    const rows = await database
      .selectFrom('products')
      .select(['product_id', 'product_name'])
      .where('product_id', 'in', some)
      .execute()
    for (const { product_id, product_name } of rows) names.set(product_id, product_name)
  }
  return names
}

async function findItemNames(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const some of chunksOf([...new Set(ids)])) {
    const rows = await database
      .selectFrom('order_items')
      .select(['order_item_id', 'product_name'])
      .where('order_item_id', 'in', some)
      .execute()
    for (const { order_item_id, product_name } of rows) names.set(order_item_id, product_name)
  }
  return names
}

async function findSenders(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const some of chunksOf([...new Set(ids)])) {
    const rows = await database
      .selectFrom('contact_messages')
      .select(['message_id', 'first_name', 'last_name'])
      .where('message_id', 'in', some)
      .execute()
    for (const { message_id, first_name, last_name } of rows) names.set(message_id, `${first_name} ${last_name}`)
  }
  return names
}
