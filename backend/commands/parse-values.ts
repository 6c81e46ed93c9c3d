import { InvalidArgumentError } from '@commander-js/extra-typings'
import { day } from '@shop/contract/field-schemas'
import { type Cents, readDollars, roundToCents } from '@shop/contract/money'
import { parseStateCode, type StateCode } from '@shop/contract/tax'

/** A whole number from 0, at most seven digits. */
export function parseCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** A whole number from 1 to `max`. */
export function parsePositive(max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (number < 1 || number > max) throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`)
    return number
  }
}

const MAX_DOLLARS = 9_999_999.99

/** Cents of a positive amount in dollars, such as 79 or 79.50. */
export function parseAmount(text: string): Cents {
  const dollars = /\.\d{3}/.test(text) ? null : readDollars(text)
  const cents = dollars === null || dollars > MAX_DOLLARS ? 0 : roundToCents(dollars)
  if (cents === 0) throw new InvalidArgumentError('It must be an amount in dollars, such as 79 or 79.50.')
  return cents
}

/** A calendar day such as `2026-11-27`. */
export function parseDay(text: string): string {
  if (!day.safeParse(text).success) throw new InvalidArgumentError('It must be a day such as 2026-11-27.')
  return text
}

/** One of the 50 states. */
export function parseState(text: string): StateCode {
  const state = parseStateCode(text)
  if (state === null) throw new InvalidArgumentError('It must be the abbreviation of one of the 50 states.')
  return state
}
