import { US_STATES } from '@shop/contract/address/us-states'
import { groupBy } from '@shop/contract/http/older-browsers'
import { type AdminZipRate, type ZipPreview, zipRateDoubt } from '@shop/contract/tax/admin'
import { plural } from '@shop/contract/text/plural'
import { isSearched } from './tax-states.ts'

/** For example `Texas 75001 to 75099: 8.25%`. */
export function zipRateText(rate: AdminZipRate): string {
  return `${zipText(rate)}: ${rate.percent}%`
}

function zipText({ state, from, to }: AdminZipRate): string {
  return `${US_STATES[state]} ${from === to ? from : `${from} to ${to}`}`
}

/** The question before rates are imported that may be wrong, and need not be; `null` where there are none. */
export function unusualText({ unusual: [first], unusual_count }: ZipPreview): string | null {
  if (first === undefined) return null
  const more = unusual_count - 1
  const others = more === 0 ? '' : ` ${plural(more, 'One more is', `${more} more are`)} unusual, too.`
  return `${zipText(first)}: ${zipRateDoubt(first)}.${others} Is that right?`
}

export function countsByState(rates: readonly AdminZipRate[]): string {
  const states = [...groupBy(rates, ({ state }) => state)]
  const named = states.map(([state, { length }]) => `${US_STATES[state]} ${length}`)
  return `${plural(rates.length, 'One rate', `${rates.length} rates`)}: ${named.join(', ')}.`
}

/** The rates of a ZIP code, of those that begin with some digits, or of a state; all of them without a text. */
export function findRates(rates: readonly AdminZipRate[], text: string): AdminZipRate[] {
  const wanted = text.trim()
  if (!/^\d{1,5}$/.test(wanted)) return rates.filter(({ state }) => isSearched(state, wanted))
  const [first, last] = [wanted.padEnd(5, '0'), wanted.padEnd(5, '9')]
  return rates.filter(({ from, to }) => from <= last && to >= first)
}
