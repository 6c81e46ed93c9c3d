import * as z from 'zod/mini'
import { blobReference, createSha256, sha256Of } from './archive-format.ts'
import { BackupError } from './backup-error.ts'
import { hasBlobs, type Row, type Table, type Value } from './table.ts'

/** A part ends after so many characters of rows, or so many bytes of blobs. */
const PART_TEXT = 1024 * 1024
const PART_BLOBS = 8 * 1024 * 1024

/** Rows as lines of JSON, with the blobs that they refer to by SHA-256. */
export type RowPart = { lines: string[]; blobs: Map<string, Uint8Array<ArrayBuffer>> }

/** Splits rows into parts of a bounded size, at least one row each. */
export async function* toParts(
  table: Table,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncIterable<RowPart> {
  let part: RowPart = { lines: [], blobs: new Map() }
  let text = 0
  for await (const rows of batches) {
    for (const row of rows) {
      const line = await toLine(table, row, part.blobs)
      part.lines.push(line)
      text += line.length
    }
    const bytes = [...part.blobs.values()].reduce((sum, blob) => sum + blob.length, 0)
    if (text < PART_TEXT && bytes < PART_BLOBS) continue
    yield part
    part = { lines: [], blobs: new Map() }
    text = 0
  }
  if (part.lines.length > 0) yield part
}

/** A row as JSON; its blobs are added to `blobs`. */
export async function toLine(table: Table, row: Row, blobs: RowPart['blobs'] = new Map()): Promise<string> {
  if (!hasBlobs(table)) return JSON.stringify(row)
  const line: Record<string, Value | { sha256: string; bytes: number }> = { ...row }
  for (const [name, value] of Object.entries(row)) {
    if (!(value instanceof Uint8Array)) continue
    const blob = new Uint8Array(value)
    const sha256 = await sha256Of(blob)
    blobs.set(sha256, blob)
    line[name] = { sha256, bytes: blob.length }
  }
  return JSON.stringify(line)
}

/** Rows as an archive holds them: a line each. */
export function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

/** SHA-256 of rows as text. */
export function hashLines(lines: readonly string[]): string {
  return createSha256().update(textOf(lines)).digest('hex')
}

const rowSchema = z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean(), blobReference])))

/** The inverse of `toLine`. Values are not validated: the database rejects those that the column does not take. */
export function parseRow(table: Table, line: string, blobs: ReadonlyMap<string, Uint8Array>): Row {
  if (!hasBlobs(table)) return JSON.parse(line)
  const row = rowSchema.parse(JSON.parse(line))
  const values = Object.entries(row).map(([name, value]): [string, Value] => {
    if (value === null || typeof value !== 'object') return [name, value]
    const blob = blobs.get(value.sha256)
    if (blob === undefined) throw new BackupError(`The backup lacks what ${name} of ${table.name} holds.`)
    return [name, blob]
  })
  return Object.fromEntries(values)
}
