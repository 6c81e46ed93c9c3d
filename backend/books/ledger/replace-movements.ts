import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { orderOrReference } from './asked-payments.ts'
import type { LedgerTables } from './ledger.tables.ts'
import { markOrders } from './mark-orders.ts'

export type CardMovement = Omit<Selectable<LedgerTables['payment_movements']>, 'tax_cents'>

/** Replaces a payment's movements. A refund of the same amount keeps its tax. The caller has locked the order. */
export async function replaceMovements(
  trx: Trx,
  payment: { reference: string; order_id: string | null },
  movements: readonly CardMovement[],
): Promise<void> {
  const { reference } = payment
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
  markOrders(trx, [orderOrReference(payment)])
}

/** Clears the tax in refunds, so posting computes it again. */
export async function forgetTaxOf(trx: Trx, reference: string): Promise<void> {
  await trx.updateTable('payment_movements').set({ tax_cents: null }).where('reference', '=', reference).execute()
}

function taxKeyOf({ movement_id, amount_cents }: CardMovement): string {
  return `${movement_id} ${amount_cents}`
}

function keyOf(movements: readonly CardMovement[]): string {
  return movements
    .map(
      ({ movement_id, kind, amount_cents, day, settled }) => `${movement_id} ${kind} ${amount_cents} ${day} ${settled}`,
    )
    .join()
}
