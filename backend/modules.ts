import { accountsModule } from './accounts/accounts.module.ts'
import { adminModule } from './admin/admin.module.ts'
import type { UndoRules } from './admin/audit/undo-change.ts'
import { booksModule } from './books/books.module.ts'
import { catalogModule } from './catalog/catalog.module.ts'
import { checkoutModule } from './checkout/checkout.module.ts'
import { contactModule } from './contact/contact.module.ts'
import { customersModule } from './customers/customers.module.ts'
import { deliveryModule } from './delivery/delivery.module.ts'
import { discountsModule } from './discounts/discounts.module.ts'
import { emailTemplatesModule } from './email-templates/email-templates.module.ts'
import { mailModule } from './mail/mail.module.ts'
import { mediaModule } from './media/media.module.ts'
import { operationsModule } from './operations/operations.module.ts'
import { ordersModule } from './orders/page/orders.module.ts'
import { pagesModule } from './pages/pages.module.ts'
import { paymentsModule } from './payments/payments.module.ts'
import type { AdminGroups } from './platform/call-groups.ts'
import { mergeParts } from './platform/merge-parts.ts'
import type { ShopModule } from './platform/module.ts'
import { settlementModule } from './settlement/settlement.module.ts'
import { taxModule } from './tax/tax.module.ts'
import { visitsModule } from './visits/visits.module.ts'
import { waitlistModule } from './waitlist/waitlist.module.ts'

/** Every module that brings something; the API document has their calls in this order. */
export const MODULES: readonly ShopModule[] = [
  catalogModule,
  checkoutModule,
  deliveryModule,
  paymentsModule,
  settlementModule,
  accountsModule,
  ordersModule,
  contactModule,
  waitlistModule,
  visitsModule,
  customersModule,
  adminModule,
  mailModule,
  emailTemplatesModule,
  discountsModule,
  pagesModule,
  mediaModule,
  taxModule,
  booksModule,
  operationsModule,
]

/** How each action in the audit log is undone. */
export const UNDO_RULES: UndoRules = mergeParts(
  'undo rule',
  MODULES.map(({ name, undoRules }) => [name, undoRules]),
)

/** The groups of the admin's calls in the API document. */
export const ADMIN_GROUPS: AdminGroups = mergeParts(
  'group of calls',
  MODULES.map(({ name, callGroups }) => [name, callGroups]),
)
