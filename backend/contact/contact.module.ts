import { sql } from 'kysely'
import type { AuditEntry } from '../admin/audit/audit.repository.ts'
import { namesIn } from '../admin/audit/audit-subjects.repository.ts'
import type { ShopModule } from '../platform/module.ts'
import { undoAnswer, undoMark } from './change-inquiry.ts'
import { contactAdminRoutes } from './contact.admin-routes.ts'
import { deleteAnswered, forgetInquiries } from './contact.repository.ts'
import { contactRoutes } from './contact.routes.ts'
import { readInquiries } from './personal-data.repository.ts'

const SENDERS = {
  idsIn: ({ subject }: Pick<AuditEntry, 'subject'>) => [subject.id],
  find: namesIn('contact_messages', 'message_id', sql`first_name || ' ' || last_name`),
}

export const contactModule: ShopModule = {
  routes: [contactRoutes],
  adminRoutes: [contactAdminRoutes],
  auditSubjects: {
    inquiry: { need: ['inquiries'], names: SENDERS },
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
