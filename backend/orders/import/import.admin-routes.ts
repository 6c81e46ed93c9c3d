import { adminOrderImports } from '@shop/contract/orders/import'
import { MAX_SHEET_LENGTH } from '@shop/contract/text/sheet-text'
import type { FastifyInstance } from 'fastify'
import { adminRoute, ORDERS } from '../../admin/admin-route.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { importOrders, parseSheet, previewImport } from './orders.import.ts'

/** Bytes: up to 4 per character, and JSON escapes some. */
const SHEET_OPTIONS = { bodyLimit: 4 * MAX_SHEET_LENGTH }

/** Routes to import another program's orders. */
export function importOrdersAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const changeContext = (actor: string) => ({ database, clock, actor })

  adminRoute(
    app,
    context,
    adminOrderImports.previewOrdersImport,
    ORDERS,
    async ({ body: { text, columns, status } }) => previewImport(database, text, columns, status),
    SHEET_OPTIONS,
  )

  adminRoute(
    app,
    context,
    adminOrderImports.importOrders,
    ORDERS,
    async ({ body: { text, columns, status, right_zips } }, { admin }) => {
      const { questions, parts, ...sheet } = await parseSheet(text, columns, status)
      const open = [...sheet.errors, ...questions.filter(({ row }) => !right_zips.includes(row))]
      const { imported, errors, auditId } = await importOrders(changeContext(admin.email), { parts, errors: open })
      const [first] = errors
      if (first !== undefined) {
        const problem = `${first.field} ${first.message}`.trim()
        throw new AppError('conflict', `Row ${first.row}: ${problem}. Nothing was imported.`)
      }
      return { audit_id: auditId, orders: imported.length }
    },
    SHEET_OPTIONS,
  )
}
