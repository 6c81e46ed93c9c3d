import { type Cents, prorate, toMillionths } from '../money.ts'

/** The tax on an amount, rounded half up once (R19). A rate in millionths avoids floating-point errors of a cent. */
export function salesTax(taxed: Cents, rate: number): Cents {
  return prorate(taxed, toMillionths(rate), 1_000_000)
}
