import { type Kysely, sql } from 'kysely'

/**
 * How an order came in, a version that edits are checked by, what was paid back, notes, and the terms that the owner
 * finds orders by.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('orders')
    .addColumn('channel', 'text', (column) =>
      column.notNull().defaultTo('online').check(sql`channel in ('online', 'phone', 'fair')`),
    )
    .execute()
  await database.schema
    .alterTable('orders')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await database.schema.createIndex('orders_date').on('orders').columns(['order_date', 'order_id']).execute()
  await database.schema
    .createIndex('orders_status')
    .on('orders')
    .columns(['order_status', 'order_date', 'order_id'])
    .execute()
  await sql`create index order_items_to_pay_back on order_items (order_id)
    where cancelled_at is not null and cancellation_status = 'cancelled' and refund_status is null`.execute(database)

  await database.schema
    .createTable('order_refunds')
    .addColumn('refund_id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.order_id').onDelete('cascade'))
    .addColumn('amount_cents', 'integer', (column) => column.notNull().check(sql`amount_cents > 0`))
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('refunded_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('order_refunds_order').on('order_refunds').column('order_id').execute()

  await database.schema
    .createTable('order_notes')
    .addColumn('note_id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.order_id').onDelete('cascade'))
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('noted_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('order_notes_order').on('order_notes').column('order_id').execute()

  await database.schema
    .createTable('order_terms')
    .addColumn('term', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.order_id').onDelete('cascade'))
    .addPrimaryKeyConstraint('order_terms_key', ['term', 'order_id'])
    .execute()
  await database.schema.createIndex('order_terms_order').on('order_terms').column('order_id').execute()

  await sql`insert into counters (name, value) values ('order_number', 200000)`.execute(database)
  await moveNotes(database as Kysely<Rows>)
  await fillTerms(database as Kysely<Rows>)
}

type Rows = {
  orders: { order_id: string; first_name: string; last_name: string; email: string }
  order_terms: { term: string; order_id: string }
  order_notes: { note_id: string; order_id: string; author: string; note: string; noted_at: string }
  audit_log: { id: number; at: string; actor: string; action: string; subject_id: string; after: string }
}

/** Until now a note stood in the audit log alone. */
async function moveNotes(database: Kysely<Rows>): Promise<void> {
  const notes = await database.selectFrom('audit_log').selectAll().where('action', '=', 'order.noted').execute()
  for (const { id, at, actor, subject_id, after } of notes) {
    const order = database.selectFrom('orders').select('order_id').where('order_id', '=', subject_id)
    if ((await order.executeTakeFirst()) === undefined) continue
    const note = String(JSON.parse(after))
    await database
      .insertInto('order_notes')
      .values({ note_id: `${subject_id}-N${id}`, order_id: subject_id, author: actor, note, noted_at: at })
      .execute()
  }
}

const BATCH = 500

/** What `termsOf` in `backend/orders/orders.repository.ts` makes of each order. */
async function fillTerms(database: Kysely<Rows>): Promise<void> {
  for (let last = ''; ; ) {
    const orders = await database
      .selectFrom('orders')
      .select(['order_id', 'first_name', 'last_name', 'email'])
      .where('order_id', '>', last)
      .orderBy('order_id')
      .limit(BATCH)
      .execute()
    if (orders.length === 0) return
    const terms = orders.flatMap((order) => {
      const text = `${order.order_id} ${order.first_name} ${order.last_name} ${order.email}`
      return [...new Set(wordsOf(text))].map((term) => ({ term, order_id: order.order_id }))
    })
    for (let from = 0; from < terms.length; from += BATCH) {
      await database
        .insertInto('order_terms')
        .values(terms.slice(from, from + BATCH))
        .execute()
    }
    last = orders.at(-1)?.order_id ?? last
  }
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s-]+/u)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 64))
    .filter((word) => word !== '')
    .map((word) => Buffer.from(word).toString('hex'))
}
