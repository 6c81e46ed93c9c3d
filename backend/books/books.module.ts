import type { ShopModule } from '../platform/module.ts'
import { booksAdminRoutes } from './books.admin-routes.ts'
import { startPosting } from './post-worker.ts'

export const booksModule: ShopModule = {
  adminRoutes: [booksAdminRoutes],
  jobs: (context) => [startPosting(context)],
}
