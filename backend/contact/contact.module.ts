import type { ShopModule } from '../platform/module.ts'
import { undoAnswer, undoMark } from './change-inquiry.ts'
import { contactAdminRoutes } from './contact.admin-routes.ts'
import { deleteAnswered } from './contact.repository.ts'
import { contactRoutes } from './contact.routes.ts'

export const contactModule: ShopModule = {
  routes: [contactRoutes],
  adminRoutes: [contactAdminRoutes],
  undoRules: {
    'inquiry.answered': undoAnswer,
    'inquiry.marked': undoMark,
  },
  oldData: {
    inquiries: { days: 'inquiryDays', remove: deleteAnswered },
  },
}
