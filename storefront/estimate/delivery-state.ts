import { parseStateCode, type StateCode } from '@shop/contract/address/us-states'
import { readStored, writeStored } from '../data/storage.ts'

/** Where this browser keeps the state that deliveries are estimated for. */
export const STATE_KEY = 'deliveryState'

/** The state that was chosen before; `null` for none, and for anything unreadable. */
export function readDeliveryState(): StateCode | null {
  return parseStateCode(readStored(STATE_KEY) ?? '')
}

export function storeDeliveryState(state: StateCode): void {
  writeStored(STATE_KEY, state)
}
