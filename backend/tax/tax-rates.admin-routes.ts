import { parseStateCode } from '@shop/contract/address/us-states'
import { type AdminTaxTable, adminCheckout } from '@shop/contract/delivery/admin'
import { percentToMillionths } from '@shop/contract/money'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../admin/admin-route.ts'
import type { Context } from '../platform/context.ts'
import { invalidFields } from '../platform/http/errors/app-error.ts'
import { replaceTaxRates } from './replace-tax-tables.ts'
import { parseTaxFile } from './state-rates-file.ts'
import { readTaxTable, type TaxTable } from './tax-rates.repository.ts'

export function taxRatesAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, catalogVersion } = context

  adminRoute(app, context, adminCheckout.getTaxRates, OWNERS, async () => toWireTable(await readTaxTable(database)))

  adminRoute(
    app,
    context,
    adminCheckout.replaceTaxRates,
    OWNERS,
    async ({ body: { wanted, seen, unusual_rates } }, { admin }) => {
      const { percents, ...source } = wanted
      const rates = Object.fromEntries(ratesOf(percents).map(([state, millionths]) => [state, millionths / 1_000_000]))
      const { found, errors } = parseTaxFile(JSON.stringify({ ...source, rates }))
      if (found === null) throw invalidFields(errors)
      const audit_id = await replaceTaxRates({ ...context, actor: admin.email }, found, toSeenTable(seen), {
        unusual_rates,
      })
      await catalogVersion.refresh()
      return { audit_id }
    },
  )
}

function toWireTable({ rates, ...source }: TaxTable): AdminTaxTable {
  return {
    ...source,
    percents: Object.fromEntries(rates.map(({ state, rate_millionths }) => [state, rate_millionths / 10_000])),
  }
}

function toSeenTable({ percents, ...source }: AdminTaxTable): TaxTable {
  const rates = ratesOf(percents).flatMap(([text, rate_millionths]) => {
    const state = parseStateCode(text)
    return state === null ? [] : [{ state, rate_millionths }]
  })
  return { ...source, rates: rates.sort((a, b) => (a.state < b.state ? -1 : 1)) }
}

/** Percent with four decimals to whole millionths. */
function ratesOf(percents: AdminTaxTable['percents']): [string, number][] {
  return Object.entries(percents).map(([state, percent = 0]) => [state, percentToMillionths(percent)])
}
