import { createHash } from 'node:crypto'
import { nameInColor } from '@shop/contract/catalog/admin'
import { PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import * as z from 'zod/mini'
import { canonicalJson, type Json } from '../../admin/audit/canonical-json.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { findNamed, listNamed, type NamedColumn, type NamedPatch } from '../lines.repository.ts'
import { replaceName } from '../lines.ts'

/** Identifies a list's version, so two people can't overwrite each other. */
export function tokenOf(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22)
}

/** The parts that differ, for the audit log; `null` when none does. */
export function differingParts(parts: Readonly<Record<string, readonly [before: unknown, after: unknown]>>) {
  const differing = Object.entries(parts)
    .map(([name, [before, after]]) => ({ name, before: toJson(before), after: toJson(after) }))
    .filter(({ before, after }) => canonicalJson(before) !== canonicalJson(after))
  if (differing.length === 0) return null
  return {
    before: Object.fromEntries(differing.map(({ name, before }) => [name, before])),
    after: Object.fromEntries(differing.map(({ name, after }) => [name, after])),
  }
}

export function toJson(value: unknown): Json {
  return z.json().parse(JSON.parse(JSON.stringify(value)))
}

export async function readCurrentParts(
  database: Database,
  patches: Readonly<Record<string, NamedPatch>>,
): Promise<Record<string, NamedPatch | null>> {
  const found = await findNamed(database, Object.keys(patches))
  return Object.fromEntries(
    Object.entries(patches).map(([id, patch]) => {
      const product = found.get(id)
      if (product === undefined) return [id, null]
      const fields = Object.entries(product).filter(([field]) => Object.hasOwn(patch, field))
      return [id, Object.fromEntries(fields)]
    }),
  )
}

type Rename = { was: string; now: string; in_names: boolean }

/** Patches for products of a line or color; `in_names` renames the product, too. */
export async function renameProducts(
  trx: Trx,
  column: NamedColumn,
  { was, now, in_names }: Rename,
): Promise<Record<string, NamedPatch>> {
  const products = await listNamed(trx, column, was)
  return Object.fromEntries(
    products.map(({ product_id, product_name }) => {
      const name = in_names ? otherName(column, product_name, { was, now }) : product_name
      if (name.length > PRODUCT_FIELDS.product_name.max) {
        throw new AppError('conflict', `The name of "${product_name}" would be too long. Please shorten it first.`)
      }
      return [product_id, { [column]: now, ...(name === product_name ? {} : { product_name: name }) }]
    }),
  )
}

/** Replaces the color as its card finds it, in any letter case. */
function otherName(column: NamedColumn, product_name: string, { was, now }: { was: string; now: string }): string {
  return column === 'line' ? replaceName(product_name, was, now) : nameInColor({ product_name, color: was }, now)
}

/** As the audit log has them. */
export const loggedPatches = z.record(
  z.string(),
  z.object({ line: z.optional(z.string()), color: z.optional(z.string()), product_name: z.optional(z.string()) }),
)
export function definedOf(products: z.output<typeof loggedPatches>): Record<string, NamedPatch> {
  return Object.fromEntries(Object.entries(products).map(([id, patch]) => [id, JSON.parse(JSON.stringify(patch))]))
}
