import type { UndoRules } from './admin/audit/undo-change.ts'
import { undoRights } from './admin/owners/helper-rights.ts'
import { undoSettings } from './admin/settings/change-settings.ts'
import { undoColors } from './catalog/lines/change-colors.ts'
import { undoLines } from './catalog/lines/change-lines.ts'
import { undoPresentation } from './catalog/lines/presentation.ts'
import { undoPlanned } from './catalog/planned/plan-change.ts'
import { undoMove } from './catalog/products/edit-product.ts'
import { undoOrder } from './catalog/products/order-products.ts'
import { undoProduct, undoProducts } from './catalog/products/product-states.ts'
import { undoStock } from './catalog/stock/change-stock.ts'
import { undoAnswer, undoMark } from './contact/change-inquiry.ts'
import { undoCustomerLink, undoCustomerNote } from './customers/change-customer.ts'
import { undoDeliveryOptions } from './delivery/replace-delivery-options.ts'
import { undoDiscount } from './discounts/change-code.ts'
import { undoMailText } from './email-templates/change-mail-texts.ts'
import { undoDeliveries } from './orders/fulfilment/mark-delivered.ts'
import { undoShipments } from './orders/fulfilment/ship-several.ts'
import { undoImport } from './orders/import/orders.import.ts'
import { ORDER_UNDO_RULES } from './orders/page/order-undo-rules.ts'
import { undoMedia } from './pages/remove-media.ts'
import { undoPage } from './pages/texts/change-page-texts.ts'
import { undoTaxRates, undoTaxStates, undoZipRates } from './tax/replace-tax-tables.ts'

/** How each action in the audit log is undone. A noun adds its rules here. */
export const UNDO_RULES: UndoRules = {
  'delivery_options.replaced': { ...undoDeliveryOptions, ownersOnly: true },
  'tax_rates.replaced': { ...undoTaxRates, ownersOnly: true },
  'zip_rates.replaced': { ...undoZipRates, ownersOnly: true },
  'tax_states.replaced': { ...undoTaxStates, ownersOnly: true },
  'product.created': undoProduct,
  'product.updated': undoProduct,
  'product.deleted': undoProduct,
  'product.moved': undoMove,
  'product.change_planned': undoPlanned,
  'product.planned_change_edited': undoPlanned,
  'product.planned_change_cancelled': undoPlanned,
  'product.planned_change_made': undoProduct,
  'product.stock_changed': undoStock,
  'products.stock_set': undoStock,
  'products.reordered': undoOrder,
  'products.repriced': undoProducts,
  'products.put_on_sale': undoProducts,
  'products.sale_ended': undoProducts,
  'products.imported': undoProducts,
  'lines.changed': undoLines,
  'colors.changed': undoColors,
  'presentation.replaced': undoPresentation,
  'picture.added': undoMedia,
  'picture.replaced': undoMedia,
  'picture.removed': undoMedia,
  ...ORDER_UNDO_RULES,
  'orders.delivered': undoDeliveries,
  'orders.shipped': undoShipments,
  'orders.imported': undoImport,
  'customer.noted': undoCustomerNote,
  'customer.merged': undoCustomerLink,
  'customer.unmerged': undoCustomerLink,
  'inquiry.answered': undoAnswer,
  'inquiry.marked': undoMark,
  'admin.rights_changed': { ...undoRights, ownersOnly: true },
  'discount.entered': { ...undoDiscount, ownersOnly: true },
  'discount.changed': { ...undoDiscount, ownersOnly: true },
  'discount.turned_on': { ...undoDiscount, ownersOnly: true },
  'discount.paused': { ...undoDiscount, ownersOnly: true },
  'discount.ended': { ...undoDiscount, ownersOnly: true },
  'page.changed': undoPage,
  'mail_text.changed': { ...undoMailText, ownersOnly: true },
  'settings.updated': { ...undoSettings, ownersOnly: true },
}
