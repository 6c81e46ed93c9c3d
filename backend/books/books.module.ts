import type { ShopModule } from '../platform/module.ts'
import { booksAdminRoutes } from './books.admin-routes.ts'

export const booksModule: ShopModule = {
  adminRoutes: [booksAdminRoutes],
}
