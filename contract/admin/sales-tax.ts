import * as z from 'zod/mini'
import { keysOf } from '../coercion.ts'
import { changeResult, defineAdminCalls } from '../endpoint.ts'
import type { Cents } from '../money.ts'
import { US_STATES } from '../tax.ts'

/** From these sales in 12 months most states want sales tax to be collected, in cents; a few want more. */
export const USUAL_THRESHOLD: Cents = 10_000_000

export const PERMIT_LENGTH = 100

/** Whether a text can be the number of a permit; an empty one is none. */
export function isPermit(text: string): boolean {
  return text.length <= PERMIT_LENGTH && !/\p{Cc}/u.test(text)
}

const state = z.enum(keysOf(US_STATES))

const wireTaxState = z.object({
  state,
  collected: z.boolean(),
  /** Whether the tax is on what is paid for the delivery too. */
  delivery_taxed: z.boolean(),
  /** Number of the permit, as a note. */
  permit: z.string().check(z.trim(), z.refine(isPermit, `must be ${PERMIT_LENGTH} characters at most`)),
})
export type AdminTaxState = z.output<typeof wireTaxState>

/** Only those that the family has decided about. */
const states = z
  .array(wireTaxState)
  .check(z.refine((all) => new Set(all.map((one) => one.state)).size === all.length, 'must name each state once'))

/** What was sold to a state in 12 months: goods and delivery, without sales tax. */
const stateSales = z.object({
  state,
  cents: z.int(),
  /** Whether that is near the sum from which many states want sales tax, and none is collected there. */
  is_near: z.boolean(),
})
export type StateSales = z.output<typeof stateSales>

/** A rate of the ZIP codes from one to another, both included, in percent. */
const wireZipRate = z.object({ state, from: z.string(), to: z.string(), percent: z.number() })
export type AdminZipRate = z.output<typeof wireZipRate>

/** There are some 42,000 ZIP codes; a family collects in few states. */
export const MAX_ZIP_RATES = 10_000
const zipRates = z.array(wireZipRate).check(z.maxLength(MAX_ZIP_RATES))

/** Characters of a file of ZIP codes, some 50 a row. */
export const MAX_ZIP_FILE_LENGTH = 500_000

const text = z
  .string()
  .check(
    z.minLength(1, 'This file is empty'),
    z.maxLength(MAX_ZIP_FILE_LENGTH, 'This file is too large for a table of ZIP codes'),
  )

/** Rows are numbered as in the spreadsheet, the header being row 1. */
const problem = z.object({ row: z.int(), message: z.string() })

const zipPreview = z.object({
  /** How many rates the file has, by state. */
  states: z.array(z.object({ state, count: z.int() })),
  /** The first rates below 1 % or above 15 %, which may be fractions or lack a decimal point, and how many there are. */
  unusual: z.array(wireZipRate),
  unusual_count: z.int(),
  /** The first problems, and how many there are. */
  problems: z.array(problem),
  problem_count: z.int(),
})
export type ZipPreview = z.output<typeof zipPreview>

export const adminSalesTax = defineAdminCalls({
  getTaxStates: {
    method: 'GET',
    path: '/api/admin/sales-tax/states',
    summary: 'Lists in which states sales tax is collected, and what was sold to each',
    description:
      'The states that were decided about, and the sales of 12 months by state, so that a state in which the tax may have to be collected is seen. Only for owners.',
    response: z.object({ states, sales: z.array(stateSales) }),
  },
  replaceTaxStates: {
    method: 'POST',
    path: '/api/admin/sales-tax/states',
    summary: 'Says in which states sales tax is collected',
    description:
      'Of all states as one change; one that is left out counts as not decided. 409 where they are no longer `seen`.',
    body: z.object({ wanted: states, seen: states }),
    response: changeResult,
    errors: ['conflict'],
  },
  listZipRates: {
    method: 'GET',
    path: '/api/admin/sales-tax/zip-rates',
    summary: 'Lists the rates of ZIP codes',
    description: 'In the order of states and ZIP codes. They win over the rates of their states. Only for owners.',
    response: z.object({ rates: zipRates }),
  },
  previewZipRates: {
    method: 'POST',
    path: '/api/admin/sales-tax/zip-rates/preview',
    summary: 'Shows what a file of rates of ZIP codes holds',
    description: 'How many rates of which states, or what is wrong in each row. Nothing is changed.',
    body: z.object({ text }),
    response: zipPreview,
  },
  replaceZipRates: {
    method: 'POST',
    path: '/api/admin/sales-tax/zip-rates',
    summary: 'Replaces the rates of ZIP codes by those of a file',
    description:
      'All of them as one change, or none when a row is wrong (409). `text` is the CSV file; `null` removes all rates. 409 where they are no longer `seen`.',
    body: z.object({
      text: z.nullable(text),
      seen: zipRates,
      /** Whether new rates below 1 % or above 15 % are meant; without that one is a conflict. */
      unusual_rates: z._default(z.boolean(), false),
    }),
    response: changeResult,
    errors: ['conflict'],
  },
})
