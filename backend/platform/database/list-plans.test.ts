import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql as rawSql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillAdmin } from '../../../bench/admin/fill-admin.ts'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { findWronglyListed } from '../../books/ledger/orders-to-refund.repository.ts'
import { listRefunds } from '../../books/ledger/refunds.repository.ts'
import { postAgain } from '../../books/post-worker.ts'
import { listSiblings } from '../../catalog/catalog.repository.ts'
import { countScarceGoods, listProductsPage } from '../../catalog/products/products.repository.ts'
import { clearDrafts, countPlacements, findPlacementAndHeld, isDraftOf } from '../../checkout/placements.repository.ts'
import { deleteAnswered, findWaitingInquiries, listInquiriesPage } from '../../contact/contact.repository.ts'
import { deleteMailsTo, deleteMailTexts } from '../../mail/delete-mails.repository.ts'
import { countUnsent, listUnsent } from '../../mail/outbox.repository.ts'
import { listOrderEntries, listUnshipped } from '../../orders/fulfilment/shipping.repository.ts'
import { countOverdue, listOrdersPage, listToCharge, listToRefund } from '../../orders/list/orders-page.repository.ts'
import { listDelays } from '../../orders/order-delays.repository.ts'
import { findOrder } from '../../orders/orders.repository.ts'
import { listDisputesPage, listMailsAbout } from '../../settlement/disputes/disputes.repository.ts'
import { claimEvent } from '../../settlement/gateway-events.repository.ts'
import {
  countOpenDisputes,
  listChecking,
  listFailed,
  listHeld,
} from '../../settlement/tasks/payment-tasks.repository.ts'
import { listUnmatched } from '../../settlement/unmatched-payments.repository.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestStore } from '../../testing/test-hooks.ts'
import { deleteOldCounts } from '../../visits/visits.repository.ts'
import { type Database, inTransaction } from './database.ts'

const PAGE = { from: null, limit: 51 }
/** Options that walk a list, as with too many orders to sort. */
const WALKED = { ...PAGE, maxSorted: 10 }
/** Before all rows, so none is deleted. */
const LONG_AGO = '2000-01-01T00:00:00.000Z'
const NOW = new Date('2026-11-25T12:00:00.000Z')
const PRODUCTS = { search: '', status: null, line: null, stock: 'any' } as const

const LISTS: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  'all orders': (database) => listOrdersPage(database, { filter: 'all', q: '' }, PAGE),
  'a later page of orders': (database) =>
    listOrdersPage(database, { filter: 'all', q: '' }, { from: { orderDate: '2020-01-01', orderId: '1' }, limit: 51 }),
  'orders to ship': (database) => listOrdersPage(database, { filter: 'to_ship', q: '' }, PAGE),
  'orders by a letter that all have': (database) => listOrdersPage(database, { filter: 'all', q: 'm' }, WALKED),
  'orders that should have shipped': (database) => countOverdue(database, { now: NOW, shipDays: 2 }, 99),
  'what is to go out': (database) => listUnshipped(database, null, 51),
  'what is due': (database) => listUnshipped(database, { before: '2026-11-26', placedUntil: '2026-11-23' }, 51),
  'changes of an order and others': (database) => listOrderEntries(database, '1000001', 51),
  'orders to ship by a letter that all have': (database) =>
    listOrdersPage(database, { filter: 'to_ship', q: 'f' }, WALKED),
  'orders of a page to refund': (database) => listToRefund(database, ['1000001', '1000002']),
  products: (database) => listProductsPage(database, PRODUCTS, PAGE),
  'a later page of products': (database) =>
    listProductsPage(database, PRODUCTS, { from: { position: 1900, product_id: 'p900' }, limit: 51 }),
  'open inquiries': (database) => listInquiriesPage(database, 'open', PAGE),
  'answered inquiries': (database) => listInquiriesPage(database, 'answered', PAGE),
  spam: (database) => listInquiriesPage(database, 'spam', PAGE),
  changes: (database) => listAudit(database, {}, 51),
  'changes of a person': (database) => listAudit(database, { actors: ['command'] }, 51),
  'changes of an order': (database) => listAudit(database, { subject: { kind: 'order', id: '1000001' } }, 51),
  'changes of kinds that a helper sees': (database) => listAudit(database, { kinds: ['order', 'picture'] }, 51),
  'unsent mails': (database) => listUnsent(database),
  'failed mails': (database) => listUnsent(database, { state: 'failed', limit: 200 }),
  'the number of unsent mails': (database) => countUnsent(database),
  'inquiries that wait': (database) => findWaitingInquiries(database),
  'payments that are checked for minutes': (database) => listChecking(database, NOW, 99),
  'requests to the gateway that failed': (database) => listFailed(database, 99),
  'payments that are reserved for days': (database) => listHeld(database, NOW, 99),
  'the number of open disputes': (database) => countOpenDisputes(database),
  disputes: (database) => listDisputesPage(database, PAGE),
  'a later page of disputes': (database) =>
    listDisputesPage(database, { from: { openedAt: LONG_AGO, disputeId: 'd' }, limit: 51 }),
  'mails about an order': (database) => listMailsAbout(database, 'mail7@shop.example', '1000001'),
  'orders since a day whose rows are compared again': (database) => postAgain(database, '9999-01-01'),
  'scarce goods': (database) => countScarceGoods(database),
  'texts of mails that are deleted': (database) => deleteMailTexts(database, LONG_AGO),
  'mails about an account that is closed': (database) =>
    inTransaction(database, (trx) => deleteMailsTo(trx, 'mail7@shop.example', ['welcome'])),
  'inquiries that are deleted': (database) => deleteAnswered(database, LONG_AGO),
  'visits that are deleted': (database) => deleteOldCounts(database, LONG_AGO),
  'what a client has reserved': (database) => findPlacementAndHeld(database, 'key', '203.0.113.7'),
  'declines of the last minutes': (database) =>
    countPlacements(database, { since: '2026-11-25T12:00:00.000Z', until: new Date('2026-11-25T12:10:00.000Z') }),
  'drafts of a person that became no order': (database) =>
    database.selectFrom('placements').select('state').where(isDraftOf('nobody@shop.example')).execute(),
  'drafts of placements that are deleted': (database) => clearDrafts(database, LONG_AGO),
  'webhooks that are due': (database) => claimEvent(database, new Date()),
}

/** Lists that sort what they find: few rows in a shop of any size. */
const SHORT_LISTS: typeof LISTS = {
  'payments without an order': (database) => listUnmatched(database, 99),
  'the order that a shopper looks up, its delays and its refunds': async (database) => {
    await findOrder(database, '1000001')
    await listDelays(database, '1000001')
    await listRefunds(database, '1000001')
  },
  'orders to refund': (database) => listOrdersPage(database, { filter: 'to_pay_back', q: '' }, PAGE),
  'orders with a return to settle': (database) => listOrdersPage(database, { filter: 'returns', q: '' }, PAGE),
  'orders of a page to charge': (database) =>
    listToCharge(
      database,
      ['1000001', '1000002'].map((order_id) => ({ order_id, order_status: 'shipped' })),
    ),
}

/**
 * Sorts, and scans of a long table. SQLite reads the log of changes by its own key, and PostgreSQL is told to scan and to
 * sort only what has no index, since it would scan tables as small as these anyway.
 */
const SLOW = {
  sqlite:
    /^SCAN (orders|order_items|order_terms|products|contact_messages|outbox|visits|placements|payments|failed|later|disputes|gateway_events)$|TEMP B-TREE FOR ORDER BY/,
  postgres:
    /Seq Scan on (orders|order_items|order_terms|products|contact_messages|outbox|audit_log|visits|placements|payments|payment_operations|disputes|gateway_events)\b|\bSort$/,
}

describe.each(BOTH_ENGINES)("the admin's lists, the retention and payments on %s", (engine) => {
  const opened = sharedTestStore(engine)
  beforeAll(async () => {
    await fillAdmin(opened.store.database, engine, { products: 1000, orders: 2000, booksOnly: false })
  })

  /** The queries that a list makes. */
  async function record(list: (database: Database) => Promise<unknown>): Promise<RootOperationNode[]> {
    const nodes: RootOperationNode[] = []
    // Parts of a query are transformed as well; only what is executed has a result.
    const begun = new WeakMap<object, RootOperationNode>()
    const recorder: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        begun.set(queryId, node)
        return node
      },
      transformResult: async ({ result, queryId }) => {
        const node = begun.get(queryId)
        if (node !== undefined) nodes.push(node)
        return result
      },
    }
    await list(opened.store.database.withPlugin(recorder))
    // Pictures of a page's products are few.
    return nodes.filter((node) => !JSON.stringify(node).includes('"product_pictures"'))
  }

  async function explain(node: RootOperationNode): Promise<string[]> {
    const { database } = opened.store
    const { sql, parameters } = database.getExecutor().compileQuery(node, { queryId: 'explained' })
    const explained = `${engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)'} ${sql}`
    return inTransaction(database, async (trx) => {
      if (engine === 'postgres') await rawSql`set local enable_seqscan = off`.execute(trx)
      if (engine === 'postgres') await rawSql`set local enable_sort = off`.execute(trx)
      const { rows } = await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(explained, [...parameters]))
      return rows.map((row) => String(row.detail ?? row['QUERY PLAN']))
    })
  }

  test.each(Object.keys(LISTS))('%s are read by an index, and not sorted as a whole', async (name) => {
    const list = LISTS[name]
    if (list === undefined) throw new Error(`no list ${name}`)
    const nodes = await record(list)
    expect(nodes).not.toEqual([])
    for (const node of nodes) {
      const plan = await explain(node)
      expect(
        plan.filter((line) => SLOW[engine].test(line)),
        plan.join('\n'),
      ).toEqual([])
    }
  })

  test.each(Object.entries(SHORT_LISTS))('%s are read by an index', async (_name, list) => {
    for (const node of await record(list)) {
      const plan = await explain(node)
      expect(plan.filter((line) => SLOW[engine].test(line) && !/sort|order by/i.test(line))).toEqual([])
    }
  })

  // A list by pages may walk through an index; this would walk through all products.
  test('the same product in other colors is looked up by line and size', async () => {
    const bag = { product_id: 'p900', product_name: 'Bag, Blue', line: 'Campus', size: 'Slim', color: 'Blue' } as const
    const nodes = await record((database) => listSiblings(database, bag))
    expect(nodes).toHaveLength(1)
    for (const node of nodes) expect((await explain(node)).join()).toContain('products_colors')
  })

  // Likewise: this would walk through all placements, while all others wait for the order's number.
  test('reservations of a client are looked up by its address', async () => {
    const nodes = await record((database) => findPlacementAndHeld(database, 'key', '203.0.113.7'))
    expect(nodes).toHaveLength(1)
    for (const node of nodes) expect((await explain(node)).join()).toContain('placements_by_client')
  })

  // And this through the items of all orders.
  test('orders that are wrongly in To refund, or missing there, are found by the items that are cancelled and not refunded', async () => {
    const [node] = await record((database) => findWronglyListed(database).next())
    if (node === undefined) throw new Error('no query')
    const plan = await explain(node)
    expect(plan.join()).toContain('order_items_to_pay_back')
    expect(plan.filter((line) => SLOW[engine].test(line))).toEqual([])
  })

  test.each([
    ['last first12', false],
    ['last first123', true],
  ])('of "%s", whether few orders have both decides that they are compared before any is read', async (q, compared) => {
    const nodes = await record((database) => listOrdersPage(database, { filter: 'all', q }, WALKED))
    expect(JSON.stringify(nodes.at(-1)).includes(' intersect ')).toBe(compared)
  })

  test.each(['m', 'first12 last', 'last first123', '1000777', 'mail7 first', 'nobody', 'm nobody'])(
    'a search for "%s" finds the same, sorted or walked through',
    async (q) => {
      const find = async (maxSorted: number) =>
        (await listOrdersPage(opened.store.database, { filter: 'all', q }, { ...PAGE, maxSorted })).map(
          ({ order_id }) => order_id,
        )
      const sorted = await find(20_000)
      expect(await find(1)).toEqual(sorted)
      expect(sorted.length > 0).toBe(!q.includes('nobody'))
    },
  )
})
