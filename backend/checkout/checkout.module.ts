import type { ShopModule } from '../platform/module.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { checkoutGauges } from './checkout.gauges.ts'
import { clearDrafts, hashStoredKeys } from './placements.repository.ts'
import { placingRoutes } from './placing.routes.ts'

/** Days that names and addresses of an ended placement are stored; its row stays, without them. */
const PLACEMENT_DAYS = 30

export const checkoutModule: ShopModule = {
  routes: [cartRoutes, placingRoutes],
  gauges: checkoutGauges,
  oldData: {
    placementKeys: { days: 1, remove: hashStoredKeys },
    placementDrafts: { days: PLACEMENT_DAYS, remove: clearDrafts },
  },
}
