import { type AdminTaxTable, adminCheckout } from '@shop/contract/delivery/admin'
import { percentToMillionths } from '@shop/contract/money'
import { parseStateCode } from '@shop/contract/tax/calls'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../admin/admin-route.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { listDeliveryOptions, readTaxTable, type TaxTable } from './checkout.repository.ts'
import { checkDeliveryOptions, type FileError, parseTaxFile } from './checkout-files.ts'
import { replaceDeliveryOptions, replaceTaxRates } from './replace-tables.ts'

const INVALID = 'Nothing was saved: please look at the marked fields.'

export function checkoutAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, catalogVersion } = context

  adminRoute(app, context, adminCheckout.getDeliveryOptions, OWNERS, async () => ({
    options: await listDeliveryOptions(database),
  }))

  adminRoute(app, context, adminCheckout.replaceDeliveryOptions, OWNERS, async ({ body }, { admin }) => {
    // The rules are those of the file, so that commands and admin take the same values.
    const { found, errors } = checkDeliveryOptions(body.wanted)
    if (found === null) throw invalid(errors)
    const by = { ...context, actor: admin.email }
    const auditId = await replaceDeliveryOptions(by, found, body.seen)
    await catalogVersion.refresh()
    return { audit_id: auditId }
  })

  adminRoute(app, context, adminCheckout.getTaxRates, OWNERS, async () => toWireTable(await readTaxTable(database)))

  adminRoute(
    app,
    context,
    adminCheckout.replaceTaxRates,
    OWNERS,
    async ({ body: { wanted, seen, unusual_rates: unusualRates } }, { admin }) => {
      const { percents, ...source } = wanted
      const rates = Object.fromEntries(ratesOf(percents).map(([state, millionths]) => [state, millionths / 1_000_000]))
      const { found, errors } = parseTaxFile(JSON.stringify({ ...source, rates }))
      if (found === null) throw invalid(errors)
      const auditId = await replaceTaxRates({ ...context, actor: admin.email }, found, toSeenTable(seen), {
        unusualRates,
      })
      await catalogVersion.refresh()
      return { audit_id: auditId }
    },
  )
}

function invalid(errors: readonly FileError[]): AppError {
  return new AppError(
    'invalid_request',
    INVALID,
    errors.map(({ field, message }) => ({ field, message })),
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

/** Percent with four decimals as whole millionths. */
function ratesOf(percents: AdminTaxTable['percents']): [string, number][] {
  return Object.entries(percents).map(([state, percent = 0]) => [state, percentToMillionths(percent)])
}
