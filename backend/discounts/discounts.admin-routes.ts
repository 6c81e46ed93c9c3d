import { type AdminCode, adminDiscounts } from '@shop/contract/discounts/admin'
import { normalizeCode } from '@shop/contract/discounts/rules'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../admin/admin-route.ts'
import type { Context } from '../platform/context.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { changeCode, createCode } from './change-code.ts'
import { listCodes, listGoods, type StoredCode } from './discounts.repository.ts'
import { decideStatus, termsOf } from './read-discount.ts'

export function discountsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, catalogVersion } = context

  adminRoute(app, context, adminDiscounts.listCodes, OWNERS, async () => {
    const codes = await listCodes(database)
    const goods = await listGoods(database)
    const today = localDay(clock())
    return {
      codes: codes.map((code) => serializeCode(code, today)),
      goods: {
        lines: [...new Set(goods.map(({ line }) => line))].filter((line) => line !== ''),
        products: goods.map(({ product_id, product_name }) => ({ product_id, product_name })),
      },
    }
  })

  adminRoute(app, context, adminDiscounts.createCode, OWNERS, async ({ body }, { admin }) => ({
    audit_id: await createCode({ database, clock, actor: admin.email }, body),
  }))

  adminRoute(app, context, adminDiscounts.changeCode, OWNERS, async ({ params, body }, { admin }) => {
    const { terms, version: seen } = body
    const change = { code: normalizeCode(params.code), terms, seen }
    const audit_id = await changeCode({ database, clock, actor: admin.email }, change)
    await catalogVersion.refresh()
    return { audit_id }
  })

  adminRoute(app, context, adminDiscounts.setCodeState, OWNERS, async ({ params, body }, { admin }) => {
    const { state, version: seen } = body
    const change = { code: normalizeCode(params.code), state, seen }
    const audit_id = await changeCode({ database, clock, actor: admin.email }, change)
    await catalogVersion.refresh()
    return { audit_id }
  })
}

function serializeCode(stored: StoredCode, today: string): AdminCode {
  const { code, state, uses, version } = stored
  return { code, ...termsOf(stored), state, status: decideStatus(stored, today), uses, version }
}
