import type { Trx } from '../database.ts'

declare module '../tables.ts' {
  interface Tables {
    /** Numbers that are drawn one after the other, and rows that are locked. */
    counters: { name: string; value: number }
  }
}

/** Draws the next numbers of a counter and returns the last of them. Others wait until the end of the transaction. */
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

/** Lets the next number of a counter be higher than `value`. */
export async function raiseCounter(trx: Trx, name: string, value: number): Promise<void> {
  await trx.updateTable('counters').set({ value }).where('name', '=', name).where('value', '<', value).execute()
}
