import type { ShopModule } from '../platform/module.ts'
import { undoAnswer, undoMark } from './change-inquiry.ts'
import { contactAdminRoutes } from './contact.admin-routes.ts'
import { deleteAnswered, findSenders, forgetInquiries } from './contact.repository.ts'
import { contactRoutes } from './contact.routes.ts'
import { demoInquiries } from './demo-inquiries.ts'
import { readInquiries } from './personal-data.repository.ts'

export const contactModule: ShopModule = {
  name: 'contact',
  demoData: demoInquiries,
  callGroups: { inquiries: 'admin: customers' },
  routes: [contactRoutes],
  adminRoutes: [contactAdminRoutes],
  auditSubjects: {
    inquiry: { need: ['inquiries'], names: { idsIn: ({ subject }) => [subject.id], find: findSenders } },
  },
  undoRules: {
    'inquiry.answered': undoAnswer,
    'inquiry.marked': undoMark,
  },
  personalData: {
    read: async (database, addresses) => ({ inquiries: await readInquiries(database, addresses) }),
    forget: async (trx, { addresses }) => ({ inquiries: await forgetInquiries(trx, addresses) }),
  },
  oldData: {
    inquiries: { days: 'inquiryDays', remove: deleteAnswered },
  },
}
