import type { ShopModule } from '../platform/module.ts'
import { paymentsRoutes } from './gateway/payments.routes.ts'

export const paymentsModule: ShopModule = {
  routes: [paymentsRoutes],
}
