import { adminCustomers } from '@shop/contract/admin/customers'
import { isAllowed } from '@shop/contract/admin/helper-rights'
import type { FastifyInstance } from 'fastify'
import { adminRoute, ORDERS, OWNERS } from '../../admin/admin-route.ts'
import { decodeCursor, PAGE_SIZE, pageOf } from '../../admin/list-cursor.ts'
import type { Context } from '../../context.ts'
import { mergeCustomer, noteOnCustomer, unmergeCustomer } from './change-customer.ts'
import { deleteCustomer } from './delete-customer.ts'
import { exportCustomer } from './export-customer.ts'
import { listPeople, listPersonFacts } from './people.repository.ts'
import { readCustomer } from './read-customer.ts'

/** People by e-mail address. Owners alone export and delete what is known of one. */
export function customersAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context

  adminRoute(app, context, adminCustomers.listCustomers, ORDERS, async ({ query: { q, after } }) => {
    const [last = ''] = after === undefined ? [] : decodeCursor(after, 1)
    const { rows, next } = pageOf(await listPeople(database, { q, after: last, limit: PAGE_SIZE + 1 }), (email) => [
      email,
    ])
    return { customers: await listPersonFacts(database, rows), next }
  })

  adminRoute(app, context, adminCustomers.getCustomer, ORDERS, async ({ query }, { admin }) => {
    const customer = await readCustomer(database, query.email)
    return isAllowed(['inquiries'], admin) ? customer : { ...customer, inquiries: [] }
  })

  adminRoute(app, context, adminCustomers.noteOnCustomer, ORDERS, async ({ body: { email, note } }, { admin }) => ({
    audit_id: await noteOnCustomer({ ...context, actor: admin.email }, { typed: email, note }),
  }))

  adminRoute(app, context, adminCustomers.mergeCustomer, ORDERS, async ({ body: { email, other } }, { admin }) => ({
    audit_id: await mergeCustomer({ ...context, actor: admin.email }, { typed: email, other }),
  }))

  adminRoute(app, context, adminCustomers.unmergeCustomer, ORDERS, async ({ body }, { admin }) => ({
    audit_id: await unmergeCustomer({ ...context, actor: admin.email }, body.email),
  }))

  const secret = { hasSecretResponse: true }
  adminRoute(
    app,
    context,
    adminCustomers.exportCustomer,
    OWNERS,
    async ({ body }, { admin }) => ({
      audit_id: null,
      ...(await exportCustomer({ ...context, actor: admin.email }, body.email)),
    }),
    secret,
  )

  adminRoute(app, context, adminCustomers.deleteCustomer, OWNERS, async ({ body }, { admin }) => {
    const { email, typed, seen_addresses: seen } = body
    return { audit_id: null, ...(await deleteCustomer({ ...context, actor: admin.email }, { email, typed, seen })) }
  })
}
