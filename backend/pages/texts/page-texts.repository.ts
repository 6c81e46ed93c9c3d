import { allValues, findPageProblems, PAGE_NAMES, type PageName, type PageValues } from '@shop/contract/pages/fields'
import { DEFAULT_POLICY, type ReturnPolicy } from '@shop/contract/returns/return-policy'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Database, Trx } from '../../platform/database/database.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    page_versions: PageVersionsTable
  }
}

/** All versions; the highest counts. */
type PageVersionsTable = {
  page: PageName
  version: number
  /** Differences from the default, as JSON. */
  values_json: string
  changed_at: string
  /** `command`, or an email address. */
  changed_by: string
}

export type PageVersion = Omit<Selectable<PageVersionsTable>, 'values_json'> & { values: PageValues }

const storedValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.object({ file: z.string(), alt: z.string() })]),
)

/** `null` before the first change. */
export async function findPageVersion(database: Database, page: PageName): Promise<PageVersion | null> {
  const [newest] = await listPageVersions(database, page, 1)
  return newest ?? null
}

export async function listPageVersions(database: Database, page: PageName, limit: number): Promise<PageVersion[]> {
  const rows = await database
    .selectFrom('page_versions')
    .selectAll()
    .where('page', '=', page)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toVersion)
}

export async function listChangedPages(database: Database): Promise<PageVersion[]> {
  const rows = await database
    .selectFrom('page_versions')
    .selectAll()
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('page', 'version'),
        'in',
        selectFrom('page_versions')
          .select(({ fn }) => ['page', fn.max('version').as('version')])
          .groupBy('page')
          .$asTuple('page', 'version'),
      ),
    )
    .execute()
  return PAGE_NAMES.flatMap((page) => rows.filter((row) => row.page === page).map(toVersion))
}

/** Bump the catalog's version first: its row is the lock. */
export async function insertPageVersion(trx: Trx, { values, ...version }: PageVersion): Promise<void> {
  await trx
    .insertInto('page_versions')
    .values({ ...version, values_json: JSON.stringify(values) })
    .execute()
}

/** Drops values that no longer fit this version of the shop. */
function toVersion({ values_json, ...row }: Selectable<PageVersionsTable>): PageVersion {
  const stored = storedValues.parse(JSON.parse(values_json))
  const misfits = new Set(findPageProblems(row.page, stored).map(({ field }) => field))
  return { ...row, values: Object.fromEntries(Object.entries(stored).filter(([name]) => !misfits.has(name))) }
}

export async function getReturnPolicy(database: Database): Promise<ReturnPolicy> {
  return policyIn((await findPageVersion(database, 'returns'))?.values ?? {})
}

const policyValues = z.object({
  returnDays: z.int(),
  returnUnused: z.boolean(),
  returnPackaging: z.boolean(),
  returnProof: z.boolean(),
})

export function policyIn(values: PageValues): ReturnPolicy {
  const { returnDays, returnUnused, returnPackaging, returnProof } = policyValues.parse(allValues('returns', values))
  return { days: returnDays, unused: returnUnused, packaging: returnPackaging, proof: returnProof }
}

/**
 * Days to return an order: by the policy of its day, or the current one if longer. Of changes on that day the longest
 * counts, since an order has no time.
 */
export async function getReturnDays(database: Database, { order_date }: { order_date: string }): Promise<number> {
  const versions = await database
    .selectFrom('page_versions')
    .selectAll()
    .where('page', '=', 'returns')
    .orderBy('version', 'desc')
    .execute()
  const changes = versions.map((row) => ({
    day: localDay(new Date(row.changed_at)),
    ...policyIn(toVersion(row).values),
  }))
  const daysOf = (isMeant: (day: string) => boolean) => (changes.find(({ day }) => isMeant(day)) ?? DEFAULT_POLICY).days
  return Math.max(
    daysOf(() => true),
    daysOf((day) => day <= order_date),
    daysOf((day) => day < order_date),
  )
}
