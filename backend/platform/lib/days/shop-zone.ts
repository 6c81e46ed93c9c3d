import { DEFAULT_TIME_ZONE } from '@shop/contract/settings/time-zone'

let current: string = DEFAULT_TIME_ZONE

/** The time zone of the shop (R55), a setting that this process has read last; the time zone of the machine changes nothing. */
export function shopZone(): string {
  return current
}

/** Called by what reads the settings. A process serves one shop. */
export function setShopZone(zone: string): void {
  current = zone
}
