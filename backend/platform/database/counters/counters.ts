import type { Trx } from '../database.ts'

declare module '../tables.ts' {
  interface Tables {
    /** Sequences, and rows that serve as locks. */
    counters: { name: string; value: number }
  }
}

/** Draws the next numbers and returns the last one. Others wait until the transaction ends. */
export async function drawNumbers(trx: Trx, name: string, count = 1): Promise<number> {
  const { value } = await trx
    .updateTable('counters')
    .set((row) => ({ value: row('value', '+', count) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

export async function lockCounter(trx: Trx, name: string): Promise<void> {
  await trx
    .updateTable('counters')
    .set((row) => ({ value: row.ref('value') }))
    .where('name', '=', name)
    .execute()
}

/** Makes the next number higher than `value`. */
export async function raiseCounter(trx: Trx, name: string, value: number): Promise<void> {
  await trx.updateTable('counters').set({ value }).where('name', '=', name).where('value', '<', value).execute()
}
