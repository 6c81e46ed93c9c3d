import * as z from 'zod/mini'
import type { Database, Trx } from '../platform/database/database.ts'
import { updateCode } from './discounts.repository.ts'

const names = z.array(z.string())

/** By code. */
type LinesOfCodes = Record<string, string[]>

/** In the order of the codes; without `wanted` of all. */
export async function listLinesOf(database: Database, wanted: readonly string[] | null): Promise<LinesOfCodes> {
  const rows = await database.selectFrom('discount_codes').select(['code', 'lines']).orderBy('code').execute()
  const found = wanted === null ? rows : rows.filter(({ code }) => wanted.includes(code))
  return Object.fromEntries(found.map(({ code, lines }) => [code, names.parse(JSON.parse(lines))]))
}

/**
 * Renames a line in its codes. Call it after bumping the catalog's version, which changes of codes wait for, and before
 * writing products, which orders lock after their code.
 */
export async function renameInCodes(
  trx: Trx,
  { was, now }: { was: string; now: string },
): Promise<{ before: LinesOfCodes; after: LinesOfCodes } | null> {
  const all = Object.entries(await listLinesOf(trx, null))
  const before = Object.fromEntries(all.filter(([, lines]) => lines.includes(was)))
  const renamed = (lines: readonly string[]) => [...new Set(lines.map((line) => (line === was ? now : line)))]
  const after = Object.fromEntries(Object.entries(before).map(([code, lines]) => [code, renamed(lines)]))
  await writeLinesOf(trx, after)
  return Object.keys(before).length === 0 ? null : { before, after }
}

export async function writeLinesOf(trx: Trx, codes: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [code, lines] of Object.entries(codes)) await updateCode(trx, code, { lines: JSON.stringify(lines) })
}
