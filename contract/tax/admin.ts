import * as z from 'zod/mini'
import { zipQuestion } from '../address/us-regions.ts'
import { US_STATES } from '../address/us-states.ts'
import { keysOf } from '../http/coercion.ts'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import type { Cents } from '../money.ts'
import { taxRateDoubt } from './calls.ts'

/** Sales in 12 months above which most states want sales tax collected; a few want more. */
export const USUAL_THRESHOLD: Cents = 10_000_000

export const PERMIT_LENGTH = 100

export function isPermit(text: string): boolean {
  return text.length <= PERMIT_LENGTH && !/\p{Cc}/u.test(text)
}

const state = z
  .enum(keysOf(US_STATES))
  .register(z.globalRegistry, { id: 'State', description: 'Two letters of a US state.' })

const wireTaxState = z.object({
  state,
  collected: z.boolean(),
  delivery_taxed: z.boolean(),
  permit: z.string().check(z.trim(), z.refine(isPermit, `must be ${PERMIT_LENGTH} characters at most`)),
})
export type AdminTaxState = z.output<typeof wireTaxState>

/** Only those that the family has decided about. */
const states = z
  .array(wireTaxState)
  .check(z.refine((all) => new Set(all.map((one) => one.state)).size === all.length, 'must name each state once'))

/** Sales in 12 months: goods and delivery, without tax. */
const stateSales = z.object({
  state,
  cents: z.int(),
  /** It nears `USUAL_THRESHOLD`, and no tax is collected. */
  is_near: z.boolean(),
})
export type StateSales = z.output<typeof stateSales>

const wireZipRate = z.object({ state, from: z.string(), to: z.string(), percent: z.number() })
export type AdminZipRate = z.output<typeof wireZipRate>

/** The reason to ask about a rate before saving; `null` without one. Some ZIP codes do cross state borders. */
export function zipRateDoubt({ state, from, to, percent }: AdminZipRate): string | null {
  return taxRateDoubt(percent) ?? zipQuestion(from, state) ?? zipQuestion(to, state)
}

/** There are some 42,000 ZIP codes; a family collects in few states. */
export const MAX_ZIP_RATES = 10_000
const zipRates = z.array(wireZipRate).check(z.maxLength(MAX_ZIP_RATES))

/** In characters, some 50 a row. */
export const MAX_ZIP_FILE_LENGTH = 500_000

const text = z
  .string()
  .check(
    z.minLength(1, 'This file is empty'),
    z.maxLength(MAX_ZIP_FILE_LENGTH, 'This file is too large for a table of ZIP codes'),
  )

const problem = z.object({ row: z.int(), message: z.string() })

const zipPreview = z.object({
  states: z.array(z.object({ state, count: z.int() })),
  unusual: z.array(wireZipRate),
  unusual_count: z.int(),
  problems: z.array(problem),
  problem_count: z.int(),
})
export type ZipPreview = z.output<typeof zipPreview>

export const adminSalesTax = defineAdminCalls({
  getTaxStates: {
    method: 'GET',
    path: '/api/admin/sales-tax/states',
    summary: 'Lists where sales tax is collected',
    description: 'Owners only. With 12 months of sales by state, to see where it may be due.',
    response: z.object({ states, sales: z.array(stateSales) }),
  },
  replaceTaxStates: {
    method: 'POST',
    path: '/api/admin/sales-tax/states',
    summary: 'Sets where sales tax is collected',
    description: 'As one change; states you leave out are undecided. 409 if they are no longer `seen`.',
    body: z.object({ wanted: states, seen: states }),
    response: changeResult,
    errors: ['conflict'],
  },
  listZipRates: {
    method: 'GET',
    path: '/api/admin/sales-tax/zip-rates',
    summary: 'Lists ZIP code tax rates',
    description: 'Owners only. They override the rates of their states.',
    response: z.object({ rates: zipRates }),
  },
  previewZipRates: {
    method: 'POST',
    path: '/api/admin/sales-tax/zip-rates/preview',
    summary: 'Previews a file of ZIP code tax rates',
    description: 'Counts by state, or what is wrong by row.',
    body: z.object({ text }),
    response: zipPreview,
  },
  replaceZipRates: {
    method: 'POST',
    path: '/api/admin/sales-tax/zip-rates',
    summary: 'Replaces the ZIP code tax rates',
    description: '`text` is a CSV file; null removes all. All rows or none (409). 409 if they are no longer `seen`.',
    body: z.object({
      text: z.nullable(text),
      seen: zipRates,
      /** Confirms rates below 1 % or above 15 %, or of another state's ZIP codes; without it they are a conflict. */
      unusual_rates: z._default(z.boolean(), false),
    }),
    response: changeResult,
    errors: ['conflict'],
  },
})
