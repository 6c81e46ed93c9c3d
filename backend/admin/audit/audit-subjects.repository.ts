import { isAllowed, type Need, type Person } from '@shop/contract/access/helper-rights'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { mergeParts } from '../../platform/merge-parts.ts'
import type { ShopModule } from '../../platform/module.ts'
import type { AuditEntry } from './audit.repository.ts'

type Described = Pick<AuditEntry, 'subject' | 'before' | 'after'>

type AuditSubject = {
  /** To see and undo its changes; without it only owners do. */
  need?: Need
  /** Names by the ids in its entries. */
  names?: {
    idsIn: (entry: Described) => string[]
    find: (database: Database, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  }
}

export type AuditSubjects = Readonly<Record<string, AuditSubject>>

declare module '../../platform/module.ts' {
  interface ShopModule {
    /** The subjects of its entries in the log of changes. */
    auditSubjects?: AuditSubjects
  }
}

export function auditSubjectsOf(modules: readonly ShopModule[]): AuditSubjects {
  return mergeParts(
    'subject of changes',
    modules.map(({ name, auditSubjects }) => [name, auditSubjects]),
  )
}

export function maySeeSubject(subjects: AuditSubjects, kind: string, person: Person): boolean {
  const { need = 'owner' } = Object.hasOwn(subjects, kind) ? (subjects[kind] ?? {}) : {}
  return isAllowed(need, person)
}

export function visibleSubjects(subjects: AuditSubjects, person: Person): string[] | undefined {
  if (person.role === 'owner') return undefined
  return Object.keys(subjects).filter((kind) => maySeeSubject(subjects, kind, person))
}

export async function listEntryNames(
  database: Database,
  subjects: AuditSubjects,
  entries: readonly Described[],
): Promise<Record<string, string>[]> {
  const named = entries.map((entry) => {
    const { names } = subjects[entry.subject.kind] ?? {}
    return { kind: entry.subject.kind, names, ids: names?.idsIn(entry) ?? [] }
  })
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const [kind, some] of Map.groupBy(named, ({ kind }) => kind)) {
    const ids = [...new Set(some.flatMap(({ ids }) => ids))]
    const { names } = some[0] ?? {}
    if (names !== undefined && ids.length > 0) found.set(kind, await names.find(database, ids))
  }
  return named.map(({ kind, ids }) =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const name = found.get(kind)?.get(id)
        return name === undefined ? [] : [[id, name]]
      }),
    ),
  )
}

export function namesIn(table: keyof Tables, id: string, name: RawBuilder<string>) {
  return async (database: Database, ids: readonly string[]): Promise<Map<string, string>> => {
    const names = new Map<string, string>()
    for (const some of chunksOf(ids)) {
      const { rows } = await sql<{ id: string; name: string }>`
        select ${sql.ref(id)} as id, ${name} as name from ${sql.table(table)}
        where ${sql.ref(id)} in (${sql.join(some)})`.execute(database)
      for (const row of rows) names.set(row.id, row.name)
    }
    return names
  }
}

export const findProductNames = namesIn('products', 'product_id', sql.ref('product_name'))
