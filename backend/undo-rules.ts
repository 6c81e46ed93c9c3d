import type { UndoRules } from './audit/undo-change.ts'
import { undoDeliveryOptions } from './checkout/replace-delivery-options.ts'
import { undoTaxRates } from './checkout/replace-tax-rates.ts'
import { undoShipment } from './orders/ship-and-refund.ts'
import { undoSettings } from './shop-settings/change-settings.ts'

/** How each action in the audit log is undone. A noun adds its rules here. */
export const UNDO_RULES: UndoRules = {
  'delivery_options.replaced': { ...undoDeliveryOptions, ownersOnly: true },
  'tax_rates.replaced': { ...undoTaxRates, ownersOnly: true },
  'order.shipped': undoShipment,
  'settings.updated': { ...undoSettings, ownersOnly: true },
}
