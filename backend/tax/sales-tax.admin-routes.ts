import { parseStateCode } from '@shop/contract/address/us-states'
import { percentToMillionths } from '@shop/contract/money'
import {
  type AdminTaxState,
  type AdminZipRate,
  adminSalesTax,
  MAX_ZIP_FILE_LENGTH,
  type ZipPreview,
  zipRateDoubt,
} from '@shop/contract/tax/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../admin/admin-route.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { replaceTaxStates, replaceZipRates, toWireRate } from './replace-tax-tables.ts'
import { listTaxStates, listZipRates, type TaxState, type ZipTaxRate } from './sales-tax.repository.ts'
import { readStateSales } from './state-sales.ts'
import { toTaxState } from './tax-states.ts'
import { parseZipRates } from './zip-rates-csv.ts'

/** A character has up to 4 bytes, and the request also has all rates seen. */
const FILE_OPTIONS = { bodyLimit: 6 * MAX_ZIP_FILE_LENGTH }
const MAX_SHOWN = 50

export function salesTaxAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, catalogVersion } = context

  adminRoute(app, context, adminSalesTax.getTaxStates, OWNERS, async () => ({
    states: (await listTaxStates(database)).flatMap(toWireState),
    sales: await readStateSales(database, clock()),
  }))

  adminRoute(app, context, adminSalesTax.replaceTaxStates, OWNERS, async ({ body }, { admin }) => {
    const [wanted, seen] = [toTaxStates(body.wanted), toTaxStates(body.seen)]
    const audit_id = await replaceTaxStates({ ...context, actor: admin.email }, wanted, seen)
    await catalogVersion.refresh()
    return { audit_id }
  })

  adminRoute(app, context, adminSalesTax.listZipRates, OWNERS, async () => ({
    rates: (await listZipRates(database)).flatMap(toWireRate),
  }))

  adminRoute(
    app,
    context,
    adminSalesTax.previewZipRates,
    OWNERS,
    async ({ body: { text } }) => previewZipRates(text),
    FILE_OPTIONS,
  )

  adminRoute(
    app,
    context,
    adminSalesTax.replaceZipRates,
    OWNERS,
    async ({ body: { text, seen, unusual_rates } }, { admin }) => {
      const { rates, problems } = text === null ? { rates: [], problems: [] } : parseZipRates(text)
      const [first] = problems
      if (first !== undefined) {
        throw new AppError('conflict', `Row ${first.row} ${first.message}. Nothing was changed.`)
      }
      const by = { ...context, actor: admin.email }
      const audit_id = await replaceZipRates(by, rates, seen.map(toStoredRate), { unusual_rates })
      await catalogVersion.refresh()
      return { audit_id }
    },
    FILE_OPTIONS,
  )
}

function toTaxStates(states: readonly AdminTaxState[]): TaxState[] {
  return states.map(toTaxState).sort((one, other) => (one.state < other.state ? -1 : 1))
}

function toWireState({ state, collected, delivery_taxed, permit }: TaxState): AdminTaxState[] {
  const code = parseStateCode(state)
  if (code === null) return []
  return [{ state: code, collected: collected === 1, delivery_taxed: delivery_taxed === 1, permit }]
}

function toStoredRate({ state, from, to, percent }: AdminZipRate): ZipTaxRate {
  return { state, first_zip: from, last_zip: to, rate_millionths: percentToMillionths(percent) }
}

function previewZipRates(text: string): ZipPreview {
  const { rates, problems } = parseZipRates(text)
  const found = rates.flatMap(toWireRate)
  const unusual = found.filter((rate) => zipRateDoubt(rate) !== null)
  return {
    states: [...Map.groupBy(found, ({ state }) => state)].map(([state, { length: count }]) => ({ state, count })),
    unusual: unusual.slice(0, MAX_SHOWN),
    unusual_count: unusual.length,
    problems: problems.slice(0, MAX_SHOWN),
    problem_count: problems.length,
  }
}
