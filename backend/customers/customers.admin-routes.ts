import { isAllowed, type Person } from '@shop/contract/access/helper-rights'
import { adminCustomers } from '@shop/contract/customers/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, ORDERS, OWNERS } from '../admin/admin-route.ts'
import { decodeCursor, PAGE_SIZE, pageOf } from '../admin/list-cursor.ts'
import type { Context } from '../platform/context.ts'
import { mergeCustomer, noteOnCustomer, requirePerson, unmergeCustomer } from './change-customer.ts'
import { deleteCustomer } from './delete-customer.ts'
import { exportCustomer } from './export-customer.ts'
import { listPeople, listPersonFacts } from './people.repository.ts'
import { readCustomer } from './read-customer.ts'

/** People by email address. Only owners export and delete data. */
export function customersAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context
  const seesInquiries = (admin: Person) => isAllowed(['inquiries'], admin)
  /** Throws a 404 for people whom the helper may not see. */
  const requireSeen = (admin: Person, ...typed: string[]) =>
    Promise.all(typed.map((email) => requirePerson(database, email, seesInquiries(admin))))

  adminRoute(app, context, adminCustomers.listCustomers, ORDERS, async ({ query: { q, after } }, { admin }) => {
    const [last = ''] = after === undefined ? [] : decodeCursor(after, 1)
    const wanted = { q, after: last, limit: PAGE_SIZE + 1, seesInquiries: seesInquiries(admin) }
    const { rows, next } = pageOf(await listPeople(database, wanted), (email) => [email])
    return { customers: await listPersonFacts(database, rows, seesInquiries(admin)), next }
  })

  adminRoute(app, context, adminCustomers.getCustomer, ORDERS, ({ query }, { admin }) =>
    readCustomer(database, query.email, { seesInquiries: seesInquiries(admin), mayDelete: admin.role === 'owner' }),
  )

  adminRoute(app, context, adminCustomers.noteOnCustomer, ORDERS, async ({ body: { email, note } }, { admin }) => {
    await requireSeen(admin, email)
    return { audit_id: await noteOnCustomer({ ...context, actor: admin.email }, { typed: email, note }) }
  })

  adminRoute(app, context, adminCustomers.mergeCustomer, ORDERS, async ({ body: { email, other } }, { admin }) => {
    await requireSeen(admin, email, other)
    return { audit_id: await mergeCustomer({ ...context, actor: admin.email }, { typed: email, other }) }
  })

  adminRoute(app, context, adminCustomers.unmergeCustomer, ORDERS, async ({ body: { email } }, { admin }) => {
    await requireSeen(admin, email)
    return { audit_id: await unmergeCustomer({ ...context, actor: admin.email }, email) }
  })

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
