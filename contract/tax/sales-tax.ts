import { type Cents, shareOf, toMillionths } from '../money.ts'

/**
 * Taxed amount times rate, rounded half up once (R19). The rate is rounded to a millionth: floating-point errors do not
 * change a cent.
 */
export function salesTax(taxed: Cents, rate: number): Cents {
  return shareOf(taxed, toMillionths(rate), 1_000_000)
}
