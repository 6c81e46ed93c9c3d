import { type HelperRight, isAllowed, type Need, type Person } from '@shop/contract/access/helper-rights'
import type { OrderFilter } from '@shop/contract/orders/admin-values'
import { adminToday, MAX_COUNTED, type TodayTask } from '@shop/contract/today/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, EVERYONE } from '../admin/admin-route.ts'
import { listPlanned } from '../catalog/planned/planned.repository.ts'
import { countScarceGoods } from '../catalog/products/products.repository.ts'
import { findWaitingInquiries } from '../contact/contact.repository.ts'
import { countUnsent } from '../mail/outbox.repository.ts'
import { refundDay } from '../orders/delays/answer-day.ts'
import { countOverdue, listOrdersPage } from '../orders/list/orders-page.repository.ts'
import { listUnanswered } from '../orders/order-delays.repository.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { localTime } from '../platform/lib/days/local-time.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { countPaymentTasks } from '../settlement/tasks/payment-tasks.repository.ts'
import { findBackupStatus } from './backup/nightly-backup.ts'
import { findProblems } from './doctor/find-problems.ts'

type TasksContext = Pick<Context, 'database' | 'clock'>

declare module '../platform/module.ts' {
  interface ShopModule {
    /** Its tasks on Today, for owners and helpers with one of these rights. */
    tasks?: { needs: Need; find: (context: TasksContext) => Promise<TodayTask[]> }
  }
}

/** Counted by this page. */
const COUNTED_HERE: ReadonlySet<string> = new Set(['mail_failed', 'backup_old'])

/** Orders that are named one by one. */
const MAX_LISTED = 10

/** Of what someone may not see. */
const NO_INQUIRIES = { waiting: 0, oldest_at: null }
const NO_MAILS = { failed: 0, waiting: 0 }
const NO_GOODS = { sold_out: 0, low: 0 }

export function todayAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, settings, clock } = context

  adminRoute(app, context, adminToday.getToday, EVERYONE, async (_input, { admin }) => {
    const isOwner = admin.role === 'owner'
    const may = (...rights: HelperRight[]) => isAllowed(rights, admin)
    const [seesOrders, seesProducts] = [may('orders'), may('products')]
    const hasBackups = isOwner && settings.backupDir !== null
    const { shipDays } = await getShopSettings(database)
    const today = localDay(clock())
    const [
      tasks,
      inquiries,
      toShip,
      overdue,
      unanswered,
      toRefund,
      returns,
      payments,
      unsent,
      goods,
      planned,
      backup,
      problems,
    ] = await Promise.all([
      findTasks(context, admin),
      may('inquiries') ? findWaitingInquiries(database) : NO_INQUIRIES,
      seesOrders ? countOrders(database, 'to_ship') : 0,
      seesOrders ? countOverdue(database, { now: clock(), shipDays }, MAX_COUNTED) : 0,
      isOwner ? listUnanswered(database, today, MAX_LISTED) : [],
      isOwner ? countOrders(database, 'to_pay_back') : 0,
      seesOrders ? countOrders(database, 'returns') : 0,
      isOwner ? countPaymentTasks(database, clock()) : null,
      may('orders', 'inquiries') ? countUnsent(database) : NO_MAILS,
      seesProducts ? countScarceGoods(database) : NO_GOODS,
      seesProducts ? listPlanned(database) : [],
      hasBackups ? findBackupStatus(database, clock()) : null,
      isOwner ? findProblems(context, { thorough: false }) : [],
    ])
    return {
      tasks,
      inquiries,
      orders: { to_ship: toShip, overdue, to_pay_back: toRefund, returns },
      unanswered: unanswered.map(({ order_id, answer_by }) => ({
        order_id,
        answer_by,
        pay_back_by: refundDay({ answer_by, agreed_at: null }, today) ?? today,
      })),
      mails: { failed: Math.min(unsent.failed, MAX_COUNTED), waiting: Math.min(unsent.waiting, MAX_COUNTED) },
      goods,
      planned: planned.slice(0, MAX_LISTED).map(({ product_id, product_name, at, problem }) => ({
        product_name: product_name ?? `Product ${product_id}`,
        at,
        local: localTime(new Date(at)),
        problem,
      })),
      payments,
      findings: problems.filter(({ code }) => !COUNTED_HERE.has(code)),
      backup: backup && {
        succeeded_at: backup.succeededAt,
        failed_at: backup.failure === null ? null : backup.failedAt,
      },
    }
  })
}

/** The tasks of all modules that the person may see. */
async function findTasks({ modules, database, clock }: Context, person: Person): Promise<TodayTask[]> {
  const seen = modules.flatMap(({ tasks }) => (tasks !== undefined && isAllowed(tasks.needs, person) ? [tasks] : []))
  return (await Promise.all(seen.map(({ find }) => find({ database, clock })))).flat()
}

async function countOrders(database: Database, filter: OrderFilter): Promise<number> {
  return (await listOrdersPage(database, { filter, q: '' }, { from: null, limit: MAX_COUNTED })).length
}
