import type { ShopModule } from '../platform/module.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { checkoutGauges } from './checkout.gauges.ts'
import { clearDrafts, forgetDrafts, forgetPlacementsOf, readDrafts } from './placements.repository.ts'
import { placingRoutes } from './placing.routes.ts'

/** Days that an ended placement keeps names and addresses. */
const PLACEMENT_DAYS = 30

export const checkoutModule: ShopModule = {
  name: 'checkout',
  routes: [cartRoutes, placingRoutes],
  gauges: checkoutGauges,
  personalData: {
    read: async (database, addresses) => ({ orders_that_were_not_placed: await readDrafts(database, addresses) }),
    forget: async (trx, { addresses, orderIds }) => {
      await forgetPlacementsOf(trx, orderIds)
      await forgetDrafts(trx, addresses)
      return {}
    },
  },
  oldData: { placementDrafts: { days: PLACEMENT_DAYS, remove: clearDrafts } },
}
