import type { ShopModule } from '../platform/module.ts'
import { undoMedia } from './remove-media.ts'
import { undoPage } from './texts/change-page-texts.ts'
import { pageTextsAdminRoutes } from './texts/page-texts.admin-routes.ts'

export const pagesModule: ShopModule = {
  name: 'pages',
  callGroups: { pages: 'admin: texts' },
  adminRoutes: [pageTextsAdminRoutes],
  auditSubjects: { page: { need: ['pages'] } },
  undoRules: {
    'picture.added': undoMedia,
    'picture.replaced': undoMedia,
    'picture.removed': undoMedia,
    'page.changed': undoPage,
  },
}
