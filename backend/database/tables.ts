import type { AccountsTables } from '../accounts/accounts.tables.ts'
import type { CatalogTables } from '../catalog/catalog.tables.ts'
import type { CheckoutTables } from '../checkout/checkout.tables.ts'
import type { ContactTables } from '../contact/contact.tables.ts'
import type { MediaTables } from '../images/media.tables.ts'
import type { JobsTables } from '../jobs/jobs.tables.ts'
import type { MailTables } from '../mail/mail.tables.ts'
import type { OrdersTables } from '../orders/orders.tables.ts'
import type { RateLimitsTables } from '../rate-limits/rate-limits.tables.ts'
import type { VisitsTables } from '../visits/visits.tables.ts'

/** Every table of the shop. A noun that keeps something names its tables in `<noun>.tables.ts` and is added here. */
export type Tables = AccountsTables &
  CatalogTables &
  CheckoutTables &
  ContactTables &
  JobsTables &
  MailTables &
  OrdersTables &
  MediaTables &
  RateLimitsTables &
  VisitsTables
