import { findProductNames } from '../admin/audit/audit-subjects.repository.ts'
import type { ShopModule } from '../platform/module.ts'
import { catalogAdminRoutes, salesAdminRoutes } from './catalog.admin-routes.ts'
import { catalogRoutes } from './catalog.routes.ts'
import { googleFeedRoutes } from './feeds/google-feed.routes.ts'
import { undoColors } from './lines/change-colors.ts'
import { undoLines } from './lines/change-lines.ts'
import { colorsAdminRoutes } from './lines/colors.admin-routes.ts'
import { linesAdminRoutes } from './lines/lines.admin-routes.ts'
import { undoPresentation } from './lines/presentation.ts'
import { startPlannedChanges } from './planned/apply-planned.ts'
import { undoPlanned } from './planned/plan-change.ts'
import { plannedAdminRoutes } from './planned/planned.admin-routes.ts'
import { undoMove } from './products/edit-product.ts'
import { mediaAdminRoutes } from './products/media.admin-routes.ts'
import { productsInEntry } from './products/product-states.ts'
import { startDeletingNoted } from './products/products-to-delete.repository.ts'
import { undoProducts } from './products/restore-products.ts'
import { undoOrder } from './products/sort-products.ts'
import { removeOldStaged } from './products/staged-products.repository.ts'
import { checkGoods } from './stock/check-goods.ts'
import { startLowStockMails } from './stock/low-stock.ts'
import { startSoldOutNotes } from './stock/sold-out.repository.ts'
import { undoStock } from './stock/undo-stock.ts'

export const catalogModule: ShopModule = {
  name: 'catalog',
  callGroups: {
    colors: 'admin: products',
    'line-sheet': 'admin: products',
    lines: 'admin: products',
    media: 'admin: products',
    'planned-changes': 'admin: products',
    'product-order': 'admin: products',
    products: 'admin: products',
    'products-csv': 'admin: products',
  },
  routes: [catalogRoutes, googleFeedRoutes],
  adminRoutes: [
    catalogAdminRoutes,
    linesAdminRoutes,
    colorsAdminRoutes,
    salesAdminRoutes,
    plannedAdminRoutes,
    mediaAdminRoutes,
  ],
  auditSubjects: {
    product: { need: ['products'], names: { idsIn: ({ subject }) => [subject.id], find: findProductNames } },
    products: { need: ['products'], names: { idsIn: productsInEntry, find: findProductNames } },
    catalog: { need: ['products'] },
  },
  undoRules: {
    'product.created': undoProducts,
    'product.updated': undoProducts,
    'product.deleted': undoProducts,
    'product.moved': undoMove,
    'product.change_planned': undoPlanned,
    'product.planned_change_edited': undoPlanned,
    'product.planned_change_cancelled': undoPlanned,
    'product.planned_change_made': undoProducts,
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
  },
  oldData: {
    'products of imports that stopped': { days: 1, remove: removeOldStaged },
  },
  checks: [checkGoods],
  jobs: (context) => [
    startPlannedChanges(context),
    startLowStockMails(context),
    startSoldOutNotes(context),
    startDeletingNoted(context),
  ],
}
