import type { DemandKind } from '@shop/contract/demand'
import type { Database } from '../database/database.ts'

/** A count of a day; `subject` is a product id or the words of a search. */
export type Demand = { kind: DemandKind; subject: string; events: number }

/** Adds to the counts of a day. Always in the same order, so that two calls never wait for each other. */
export async function addDemand(database: Database, day: string, counts: readonly Demand[]): Promise<void> {
  if (counts.length === 0) return
  const rows = counts.map((count) => ({ ...count, day })).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  await database
    .insertInto('demand')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject', 'day'])
        .doUpdateSet((row) => ({ events: row('demand.events', '+', row.ref('excluded.events')) })),
    )
    .execute()
}

function keyOf({ kind, subject }: Demand): string {
  return `${kind} ${subject}`
}

/** Subjects of a kind that were counted on a day. */
export async function listSubjects(database: Database, kind: DemandKind, day: string): Promise<Set<string>> {
  const rows = await database
    .selectFrom('demand')
    .select('subject')
    .where('kind', '=', kind)
    .where('day', '=', day)
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}

/** What was counted since `fromDay`, most events first. */
export async function listDemand(database: Database, fromDay: string): Promise<Demand[]> {
  const rows = await database
    .selectFrom('demand')
    .select((demand) => ['kind', 'subject', demand.fn.sum<number | string>('events').as('sum')] as const)
    .where('day', '>=', fromDay)
    .groupBy(['kind', 'subject'])
    .orderBy('sum', 'desc')
    .orderBy('subject')
    .execute()
  return rows.map(({ kind, subject, sum }) => ({ kind, subject, events: Number(sum) }))
}

/** Events of a kind on each day since `fromDay`. */
export async function listDemandByDay(
  database: Database,
  fromDay: string,
): Promise<{ kind: DemandKind; day: string; events: number }[]> {
  const rows = await database
    .selectFrom('demand')
    .select((demand) => ['kind', 'day', demand.fn.sum<number | string>('events').as('sum')] as const)
    .where('day', '>=', fromDay)
    .groupBy(['kind', 'day'])
    .execute()
  return rows.map(({ kind, day, sum }) => ({ kind, day, events: Number(sum) }))
}
