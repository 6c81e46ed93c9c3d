import type { Database, Trx } from '../platform/database/database.ts'
import { chunksOf } from '../platform/database/queries.ts'

export type NamedColumn = 'line' | 'color'

/** Values by first product, with their counts. Drafts without one are left out. */
export async function listUsed(database: Database, column: NamedColumn): Promise<{ name: string; products: number }[]> {
  const rows = await database
    .selectFrom('products')
    .select((products) => [`${column} as name`, products.fn.countAll<number | string>().as('products')])
    .where(column, '<>', '')
    .groupBy(column)
    .orderBy(({ fn }) => fn.min('position'))
    .orderBy(column)
    .execute()
  return rows.map(({ name, products }) => ({ name, products: Number(products) }))
}

type Named = { product_id: string; product_name: string; line: string; color: string }

/** With the columns that a rename may change. */
export function listNamed(database: Database, column: NamedColumn, name: string): Promise<Named[]> {
  return database
    .selectFrom('products')
    .select(['product_id', 'product_name', 'line', 'color'])
    .where(column, '=', name)
    .orderBy('position')
    .orderBy('product_id')
    .execute()
}

export async function findNamed(database: Database, ids: readonly string[]): Promise<Map<string, Named>> {
  const found = new Map<string, Named>()
  for (const chunk of chunksOf(ids)) {
    const rows = await database
      .selectFrom('products')
      .select(['product_id', 'product_name', 'line', 'color'])
      .where('product_id', 'in', chunk)
      .execute()
    for (const row of rows) found.set(row.product_id, row)
  }
  return found
}

export type NamedPatch = Partial<Omit<Named, 'product_id'>>

/** Writes patches by product_id and bumps versions. */
export async function writeNamed(trx: Trx, patches: Readonly<Record<string, NamedPatch>>): Promise<void> {
  const same = Map.groupBy(Object.entries(patches), ([, patch]) => JSON.stringify(patch))
  for (const rows of same.values()) {
    for (const chunk of chunksOf(rows)) {
      const [[, patch] = ['', {}]] = chunk
      await trx
        .updateTable('products')
        .set((row) => ({ ...patch, version: row('version', '+', 1) }))
        .where(
          'product_id',
          'in',
          chunk.map(([id]) => id),
        )
        .execute()
    }
  }
}

export function listLineOrder(database: Database): Promise<{ product_id: string; line: string }[]> {
  return database
    .selectFrom('products')
    .select(['product_id', 'line'])
    .orderBy('position')
    .orderBy('product_id')
    .execute()
}
