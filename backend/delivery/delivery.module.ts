import type { ShopModule } from '../platform/module.ts'
import { deliveryAdminRoutes } from './delivery.admin-routes.ts'
import { checkoutRoutes } from './delivery-and-tax.routes.ts'
import { undoDeliveryOptions } from './replace-delivery-options.ts'

export const deliveryModule: ShopModule = {
  name: 'delivery',
  routes: [checkoutRoutes],
  adminRoutes: [deliveryAdminRoutes],
  undoRules: {
    'delivery_options.replaced': { ...undoDeliveryOptions, ownersOnly: true },
  },
}
