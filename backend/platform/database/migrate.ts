import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { retryConflicts } from './conflicts.ts'
import * as catalog from './migrations/0001-catalog.ts'
import * as visits from './migrations/0002-visits.ts'
import * as outbox from './migrations/0003-outbox.ts'
import * as accounts from './migrations/0004-accounts.ts'
import * as orders from './migrations/0005-orders.ts'
import * as contact from './migrations/0006-contact.ts'
import * as checkout from './migrations/0007-checkout.ts'
import * as rateLimits from './migrations/0008-rate-limits.ts'
import * as orderStates from './migrations/0009-order-states.ts'
import * as photos from './migrations/0010-photos.ts'
import * as jobs from './migrations/0011-jobs.ts'
import * as auditLog from './migrations/0012-audit-log.ts'
import * as media from './migrations/0013-media.ts'
import * as productStates from './migrations/0014-product-states.ts'
import * as shopSettings from './migrations/0015-shop-settings.ts'
import * as admin from './migrations/0016-admin.ts'
import * as idempotencyKeys from './migrations/0017-idempotency-keys.ts'
import * as orderChanges from './migrations/0018-order-changes.ts'
import * as inquiryAnswers from './migrations/0019-inquiry-answers.ts'
import * as jobNotes from './migrations/0020-job-notes.ts'
import * as importedOrders from './migrations/0021-imported-orders.ts'
import * as soldOutAndMissingPages from './migrations/0022-sold-out-and-missing-pages.ts'
import * as listIndexes from './migrations/0023-list-indexes.ts'
import * as accountLinks from './migrations/0024-account-links.ts'
import * as demand from './migrations/0025-demand.ts'
import * as dropPhotos from './migrations/0026-drop-photos.ts'
import * as retentionIndexes from './migrations/0027-retention-indexes.ts'
import * as deliveryAddresses from './migrations/0028-delivery-addresses.ts'
import * as lookupIndexes from './migrations/0029-lookup-indexes.ts'
import * as adminLinks from './migrations/0030-admin-links.ts'
import * as orderFacts from './migrations/0031-order-facts.ts'
import * as saleDays from './migrations/0034-sale-days.ts'
import * as placements from './migrations/0035-placements.ts'
import * as salesTax from './migrations/0036-sales-tax.ts'
import * as paymentExpiry from './migrations/0037-payment-expiry.ts'
import * as paymentTasks from './migrations/0038-payment-tasks.ts'
import * as placingIndexes from './migrations/0039-placing-indexes.ts'
import * as refundOperations from './migrations/0040-refund-operations.ts'
import * as delayNotices from './migrations/0041-delay-notices.ts'
import * as placementKeys from './migrations/0042-placement-keys.ts'
import * as books from './migrations/0043-books.ts'
import * as waitlist from './migrations/0044-waitlist.ts'
import * as returns from './migrations/0045-returns.ts'
import * as payLinks from './migrations/0046-pay-links.ts'
import * as salesChannels from './migrations/0047-sales-channels.ts'
import * as helperRights from './migrations/0050-helper-rights.ts'
import * as sharedOrderChanges from './migrations/0051-shared-order-changes.ts'
import * as handPayments from './migrations/0052-hand-payments.ts'
import * as customerLinks from './migrations/0053-customers.ts'
import * as discountCodes from './migrations/0054-discount-codes.ts'
import * as wholesale from './migrations/0055-wholesale.ts'
import * as lookups from './migrations/0056-lookups.ts'
import * as orderEntries from './migrations/0057-order-entries.ts'
import * as plannedChanges from './migrations/0058-planned-changes.ts'
import * as carriers from './migrations/0059-carriers.ts'
import * as pageVersions from './migrations/0060-page-versions.ts'
import * as taxInRefunds from './migrations/0062-tax-in-refunds.ts'
import * as orderMails from './migrations/0063-order-mails.ts'
import * as goesWithLines from './migrations/0064-goes-with-lines.ts'
import * as addressParts from './migrations/0065-address-parts.ts'
import * as foldedSearch from './migrations/0066-folded-search.ts'
import * as quizDrawings from './migrations/0067-quiz-drawings.ts'
import * as productColors from './migrations/0068-product-colors.ts'
import * as mediaFiles from './migrations/0069-media-files.ts'
import * as orderTransactions from './migrations/0070-order-transactions.ts'
import * as openImports from './migrations/0071-open-imports.ts'
import * as refundedOrders from './migrations/0072-refunded-orders.ts'
import * as stagedProducts from './migrations/0074-staged-products.ts'
import * as stagedStock from './migrations/0075-staged-stock.ts'
import * as shopAddress from './migrations/0076-shop-address.ts'
import * as preparedUndo from './migrations/0077-prepared-undo.ts'
import * as foldedLetters from './migrations/0078-folded-letters.ts'
import * as paymentProvider from './migrations/0079-payment-provider.ts'
import * as ordersToRefund from './migrations/0080-orders-to-refund.ts'
import * as eventProvider from './migrations/0081-event-provider.ts'
import * as paymentsWithoutOrder from './migrations/0082-payments-without-order.ts'
import type { Database } from './store.ts'

type Migration = { up: (database: Kysely<unknown>) => Promise<void> }

const MIGRATIONS: Record<string, Migration> = {
  '0001-catalog': catalog,
  '0002-visits': visits,
  '0003-outbox': outbox,
  '0004-accounts': accounts,
  '0005-orders': orders,
  '0006-contact': contact,
  '0007-checkout': checkout,
  '0008-rate-limits': rateLimits,
  '0009-order-states': orderStates,
  '0010-photos': photos,
  '0011-jobs': jobs,
  '0012-audit-log': auditLog,
  '0013-media': media,
  '0014-product-states': productStates,
  '0015-shop-settings': shopSettings,
  '0016-admin': admin,
  '0017-idempotency-keys': idempotencyKeys,
  '0018-order-changes': orderChanges,
  '0019-inquiry-answers': inquiryAnswers,
  '0020-job-notes': jobNotes,
  '0021-imported-orders': importedOrders,
  '0022-sold-out-and-missing-pages': soldOutAndMissingPages,
  '0023-list-indexes': listIndexes,
  '0024-account-links': accountLinks,
  '0025-demand': demand,
  '0026-drop-photos': dropPhotos,
  '0027-retention-indexes': retentionIndexes,
  '0028-delivery-addresses': deliveryAddresses,
  '0029-lookup-indexes': lookupIndexes,
  '0030-admin-links': adminLinks,
  '0031-order-facts': orderFacts,
  '0034-sale-days': saleDays,
  '0035-placements': placements,
  '0036-sales-tax': salesTax,
  '0037-payment-expiry': paymentExpiry,
  '0038-payment-tasks': paymentTasks,
  '0039-placing-indexes': placingIndexes,
  '0040-refund-operations': refundOperations,
  '0041-delay-notices': delayNotices,
  '0042-placement-keys': placementKeys,
  '0043-books': books,
  '0044-waitlist': waitlist,
  '0045-returns': returns,
  '0046-pay-links': payLinks,
  '0047-sales-channels': salesChannels,
  '0050-helper-rights': helperRights,
  '0051-shared-order-changes': sharedOrderChanges,
  '0052-hand-payments': handPayments,
  '0053-customers': customerLinks,
  '0054-discount-codes': discountCodes,
  '0055-wholesale': wholesale,
  '0056-lookups': lookups,
  '0057-order-entries': orderEntries,
  '0058-planned-changes': plannedChanges,
  '0059-carriers': carriers,
  '0060-page-versions': pageVersions,
  '0062-tax-in-refunds': taxInRefunds,
  '0063-order-mails': orderMails,
  '0064-goes-with-lines': goesWithLines,
  '0065-address-parts': addressParts,
  '0066-folded-search': foldedSearch,
  '0067-quiz-drawings': quizDrawings,
  '0068-product-colors': productColors,
  '0069-media-files': mediaFiles,
  '0070-order-transactions': orderTransactions,
  '0071-open-imports': openImports,
  '0072-refunded-orders': refundedOrders,
  '0074-staged-products': stagedProducts,
  '0075-staged-stock': stagedStock,
  '0076-shop-address': shopAddress,
  '0077-prepared-undo': preparedUndo,
  '0078-folded-letters': foldedLetters,
  '0079-payment-provider': paymentProvider,
  '0080-orders-to-refund': ordersToRefund,
  '0081-event-provider': eventProvider,
  '0082-payments-without-order': paymentsWithoutOrder,
}

export class NewerDatabaseError extends Error {
  constructor(migration: string) {
    super(`migration ${migration} is unknown`)
    this.name = 'NewerDatabaseError'
  }
}

/** The backup before an update failed, so no migration was run. */
export class UpdateStoppedError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'UpdateStoppedError'
  }
}

/** The database has no shop. */
export class EmptyDatabaseError extends Error {
  constructor() {
    super('the database holds no shop')
    this.name = 'EmptyDatabaseError'
  }
}

/** All migrations, oldest first; the last is this program's schema version. */
export const SCHEMA_VERSIONS: readonly string[] = Object.keys(MIGRATIONS)

export type SchemaUpdate = { from: string; to: string; others: readonly string[] }

/** Runs on a handle without timeouts; `others` are running nodes of other versions. */
export type SchemaWork = (database: Database, others: readonly string[]) => Promise<void>

export type UpdateOptions = {
  /** Only `new` allows a database without tables to be filled. */
  expected: 'new' | 'existing'
  /** Runs `work` on a handle without timeouts, while no other node migrates or restores. */
  withSchemaLock: (work: SchemaWork) => Promise<void>
  /** Called before tables of an existing shop change; an error stops the update. */
  beforeUpdate: (update: SchemaUpdate) => Promise<void>
}

export type Updating = Pick<UpdateOptions, 'expected' | 'beforeUpdate'>

/** Under load each attempt may deadlock with a node that keeps running. */
const MAX_ATTEMPTS = 10

/** Nodes that start at the same time wait for each other. */
export async function migrateToLatest(database: Database, options: UpdateOptions): Promise<void> {
  const { expected, withSchemaLock, beforeUpdate } = options
  const applied = await listAppliedAndKnown(database)
  if (applied.length === 0 && expected === 'existing') throw new EmptyDatabaseError()
  if (applied.length === SCHEMA_VERSIONS.length) return
  await withSchemaLock(async (locked, others) => {
    // Another node may have migrated in the meantime.
    const [from, to] = [(await listAppliedAndKnown(database)).at(-1), SCHEMA_VERSIONS.at(-1)]
    if (from === to || to === undefined) return
    if (from !== undefined) {
      await beforeUpdate({ from, to, others }).catch((error: unknown) => {
        throw new UpdateStoppedError(error)
      })
    }
    // Running nodes write to the same tables; all migrations are one transaction.
    await retryConflicts(() => migrate(locked), MAX_ATTEMPTS)
  })
}

export async function migrate(database: Database, last?: string): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error !== undefined) throw error
}

async function listAppliedAndKnown(database: Database): Promise<string[]> {
  const applied = await listApplied(database)
  const unknown = applied.find((name) => !Object.hasOwn(MIGRATIONS, name))
  if (unknown !== undefined) throw new NewerDatabaseError(unknown)
  return applied
}

async function listApplied(database: Database): Promise<string[]> {
  try {
    const rows = await database.selectFrom('kysely_migration').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  } catch (error) {
    if (isMissingTable(error)) return []
    throw error
  }
}

export function isMissingTable(error: unknown): boolean {
  return error instanceof Error && (/no such table/.test(error.message) || Reflect.get(error, 'code') === '42P01')
}
