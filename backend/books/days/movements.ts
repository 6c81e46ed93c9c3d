import type { Selectable } from 'kysely'
import type { Trx } from '../../database/database.ts'
import type { BooksTables } from './books.tables.ts'
import { noteChangedDays } from './changed-days.ts'

export type Movement = Selectable<BooksTables['payment_movements']>

/** Writes all that the gateway moved for a payment, in place of what was known of it. */
export async function replaceMovements(trx: Trx, reference: string, movements: readonly Movement[]): Promise<void> {
  const known = await trx
    .selectFrom('payment_movements')
    .selectAll()
    .where('reference', '=', reference)
    .orderBy('movement_id')
    .execute()
  const wanted = movements.toSorted((one, other) => (one.movement_id < other.movement_id ? -1 : 1))
  if (keyOf(known) === keyOf(wanted)) return
  await trx.deleteFrom('payment_movements').where('reference', '=', reference).execute()
  if (wanted.length > 0) await trx.insertInto('payment_movements').values(wanted).execute()
  await noteChangedDays(
    trx,
    [...known, ...wanted].map(({ day }) => day),
  )
}

function keyOf(movements: readonly Movement[]): string {
  return movements
    .map(
      ({ movement_id, kind, amount_cents, day, settled }) => `${movement_id} ${kind} ${amount_cents} ${day} ${settled}`,
    )
    .join()
}
