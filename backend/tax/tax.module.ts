import type { ShopModule } from '../platform/module.ts'
import { checkSalesTax } from './check-sales-tax.ts'
import { undoTaxRates, undoTaxStates, undoZipRates } from './replace-tax-tables.ts'
import { salesTaxAdminRoutes } from './sales-tax.admin-routes.ts'
import { taxRatesAdminRoutes } from './tax-rates.admin-routes.ts'

export const taxModule: ShopModule = {
  name: 'tax',
  callGroups: { 'sales-tax': 'admin: sales' },
  adminRoutes: [taxRatesAdminRoutes, salesTaxAdminRoutes],
  checks: [checkSalesTax],
  undoRules: {
    'tax_rates.replaced': { ...undoTaxRates, ownersOnly: true },
    'zip_rates.replaced': { ...undoZipRates, ownersOnly: true },
    'tax_states.replaced': { ...undoTaxStates, ownersOnly: true },
  },
}
