import type { ShopModule } from '../platform/module.ts'
import { paymentsRoutes } from './gateway/payments.routes.ts'
import { paymentsGauges } from './ledger/payments.gauges.ts'

export const paymentsModule: ShopModule = {
  name: 'payments',
  routes: [paymentsRoutes],
  gauges: paymentsGauges,
}
