import { collectEndpoints, type Endpoint } from '../endpoint.ts'
import * as audit from './audit.ts'
import * as backups from './backups.ts'
import * as catalog from './catalog.ts'
import * as checkout from './checkout.ts'
import * as contact from './contact.ts'
import * as demand from './demand.ts'
import * as mail from './mail.ts'
import * as orders from './orders.ts'
import * as ordersImport from './orders-import.ts'
import * as owners from './owners.ts'
import * as sales from './sales.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as severalProducts from './several-products.ts'
import * as takenOrders from './taken-orders.ts'
import * as today from './today.ts'
import * as visits from './visits.ts'

const CALLS = collectEndpoints([
  audit,
  backups,
  checkout,
  demand,
  contact,
  orders,
  ordersImport,
  mail,
  owners,
  catalog,
  sales,
  session,
  settings,
  severalProducts,
  takenOrders,
  today,
  visits,
])

/** Every call between the admin and the backend, by its name, such as `adminSignIn`. */
export const ADMIN_ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(CALLS).map(([name, endpoint]) => [`admin${name.charAt(0).toUpperCase()}${name.slice(1)}`, endpoint]),
)
