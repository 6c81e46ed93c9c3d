import type { ClientToken } from '@shop/contract/payments'

/** A payment provider. The shop places no orders, so it only starts card fields (R37). */
export type Payments = {
  /** Rejects when the provider cannot be reached in time or refuses. */
  createClientToken: () => Promise<ClientToken>
}

declare module '../../context.ts' {
  interface Context {
    payments: Payments
  }
}
