import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { BooksTables } from './books.tables.ts'
import { noteChangedDays } from './changed-days.ts'
import { fillTaxOfPayment } from './refund-taxes.ts'

export type Movement = Omit<Selectable<BooksTables['payment_movements']>, 'tax_cents'>

/**
 * Writes all that the gateway moved for a payment, in place of what was known of it. A refund that is known with its amount
 * keeps its tax. The caller has locked the order.
 */
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
  const taxes = new Map(known.map((movement) => [taxKeyOf(movement), movement.tax_cents]))
  const rows = wanted.map((movement) => ({ ...movement, tax_cents: taxes.get(taxKeyOf(movement)) ?? null }))
  if (rows.length > 0) await trx.insertInto('payment_movements').values(rows).execute()
  await fillTaxOfPayment(trx, reference)
  await noteChangedDays(
    trx,
    [...known, ...wanted].map(({ day }) => day),
  )
}

function taxKeyOf({ movement_id, amount_cents }: Movement): string {
  return `${movement_id} ${amount_cents}`
}

function keyOf(movements: readonly Movement[]): string {
  return movements
    .map(
      ({ movement_id, kind, amount_cents, day, settled }) => `${movement_id} ${kind} ${amount_cents} ${day} ${settled}`,
    )
    .join()
}
