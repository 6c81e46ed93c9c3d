import type { Ledger } from './ledger.ts'
import { currentTransaction, saleByHand, withStatus } from './transactions.ts'

/** Events of a sale that the shop did not request: in the gateway's panel, at its bank, or with time. */
export const BESIDES = ['second authorized', 'second settled', 'expired', 'settled'] as const
export type Besides = (typeof BESIDES)[number]

/** Lets it happen to a transaction; one that is gone stays as it is. */
export function happenBesides(ledger: Ledger, besides: Besides, id: string): void {
  const found = currentTransaction(ledger, id)
  if (found?.type !== 'sale') return
  const { orderId, cents, status } = found
  if (besides === 'second authorized' || besides === 'second settled') {
    if (orderId !== null) saleByHand(ledger, { reference: orderId, cents, status: besides.slice('second '.length) })
    return
  }
  const isMoving = status === 'authorized' || (besides === 'settled' && status === 'submitted_for_settlement')
  const next = besides === 'expired' ? 'authorization_expired' : 'settled'
  if (isMoving) ledger.commit({ transactions: [withStatus(found, next, ledger.now())] })
}

/** The transaction that a request names, and of a sale the one that it made. */
export function subjectOf({ transactions }: Ledger, url: string): { id: string; isNew: boolean } {
  const named = /[/]transactions[/](\w+)[/]/.exec(url)?.[1]
  return named === undefined ? { id: [...transactions.keys()].at(-1) ?? '', isNew: true } : { id: named, isNew: false }
}
