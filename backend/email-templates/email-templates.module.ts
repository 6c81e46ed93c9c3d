import { MAIL_TEXT_NAMES, MAIL_TEXTS } from '../mail/texts/mail-texts.ts'
import type { ShopModule } from '../platform/module.ts'
import { undoMailText } from './change-mail-texts.ts'
import { mailTextsAdminRoutes } from './mail-texts.admin-routes.ts'

const TEMPLATE_TITLES = new Map<string, string>(MAIL_TEXT_NAMES.map((name) => [name, MAIL_TEXTS[name].title]))

export const emailTemplatesModule: ShopModule = {
  name: 'email-templates',
  callGroups: { 'mail-texts': 'admin: texts' },
  adminRoutes: [mailTextsAdminRoutes],
  auditSubjects: { mail_text: { names: { idsIn: ({ subject }) => [subject.id], find: async () => TEMPLATE_TITLES } } },
  undoRules: {
    'mail_text.changed': { ...undoMailText, ownersOnly: true },
  },
}
