import { DEFAULT_TIME_ZONE } from '@shop/contract/settings/time-zone'

let current: string = DEFAULT_TIME_ZONE

/** The shop's time zone (R55), from the last settings read; not the machine's. */
export function shopZone(): string {
  return current
}

/** Called when settings are read. A process serves one shop. */
export function setShopZone(zone: string): void {
  current = zone
}
