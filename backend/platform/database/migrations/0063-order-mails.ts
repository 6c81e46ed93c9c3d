import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The order that a mail is about. Of older mails it is read from the log of changes, which has the ids of the mails of a change,
 * else from the number that subject or text name; `null` where neither tells.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`alter table outbox add column order_id text`.execute(database)
  await fillByChanges(database)
  await fillByWords(database)
}

const BATCH = 500

type Entry = { id: number; subject_kind: string; subject_id: string; after: string }

/** A change of an order notes its mails under names such as `refund_mail`; one of several orders has a state for each. */
async function fillByChanges(database: QueryExecutorProvider): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Entry>`select id, subject_kind, subject_id, after from audit_log
      where id > ${last} and subject_kind in ('order', 'orders') order by id limit ${BATCH}`.execute(database)
    for (const { subject_kind, subject_id, after } of rows) {
      const state: unknown = JSON.parse(after)
      if (!isObject(state)) continue
      const states = subject_kind === 'order' ? [[subject_id, state] as const] : Object.entries(state)
      for (const [orderId, changed] of states) await fillMails(database, orderId, mailsIn(changed))
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}

function mailsIn(state: unknown): string[] {
  if (!isObject(state)) return []
  return Object.entries(state).flatMap(([field, id]) =>
    field.endsWith('_mail') && typeof id === 'string' ? [id, `${id}-corrected`] : [],
  )
}

async function fillMails(database: QueryExecutorProvider, orderId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update outbox set order_id = ${orderId} where id in (${sql.join(ids)})`.execute(database)
}

type Mail = { id: string; subject: string; text: string }

async function fillByWords(database: QueryExecutorProvider): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Mail>`select id, subject, text from outbox
      where id > ${last} and order_id is null order by id limit ${BATCH}`.execute(database)
    const named = rows.map((mail) => ({ id: mail.id, numbers: numbersIn(mail) }))
    const known = await listKnown(database, [...new Set(named.flatMap(({ numbers }) => numbers))])
    for (const { id, numbers } of named) {
      const orderId = numbers.find((number) => known.has(number))
      if (orderId !== undefined) await fillMails(database, orderId, [id])
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}

/** Numbers after a `#`, or said to be one, those of the subject first, and then every number of the subject. */
function numbersIn({ subject, text }: { subject: string; text: string }): string[] {
  const after = `${subject}\n${text}`.matchAll(/(?:#\s?|[Nn]umber is )(\d{1,18})\b/g)
  const numbers = [...after].map(([, number = '']) => number)
  return [...new Set([...numbers, ...(subject.match(/\b\d{4,18}\b/g) ?? [])])].slice(0, 5)
}

async function listKnown(database: QueryExecutorProvider, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const { rows } = await sql<{ order_id: string }>`select order_id from orders
    where order_id in (${sql.join(numbers)})`.execute(database)
  return new Set(rows.map(({ order_id }) => order_id))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
