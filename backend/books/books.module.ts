import type { ShopModule } from '../platform/module.ts'
import { booksAdminRoutes } from './books.admin-routes.ts'
import { checkBooks } from './check-books.ts'
import { startPosting } from './post-worker.ts'

export const booksModule: ShopModule = {
  name: 'books',
  callGroups: { sales: 'admin: sales' },
  adminRoutes: [booksAdminRoutes],
  checks: [checkBooks],
  jobs: (context) => [startPosting(context)],
}
