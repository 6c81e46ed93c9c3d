import { InvalidArgumentError } from '@commander-js/extra-typings'
import { day } from '@shop/contract/field-schemas'
import { type Cents, readDollars } from '@shop/contract/money'
import { parseStateCode, type StateCode } from '@shop/contract/tax'
import { MAX_ORDER_CENTS } from '../orders/order-money.ts'

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

/** Cents of a positive amount in dollars, such as 79 or 79.50. */
export function parseAmount(text: string): Cents {
  const cents = parseSum(text)
  if (cents === 0) throw new InvalidArgumentError(NO_AMOUNT)
  return cents
}

/** Cents of an amount in dollars that may be 0. */
export function parseSum(text: string): Cents {
  const cents = readDollars(text)
  if (cents === null || cents >= MAX_ORDER_CENTS) throw new InvalidArgumentError(NO_AMOUNT)
  return cents
}

const NO_AMOUNT = 'It must be an amount in dollars, such as 79 or 79.50.'

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
