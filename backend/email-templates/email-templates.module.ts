import type { ShopModule } from '../platform/module.ts'
import { undoMailText } from './change-mail-texts.ts'
import { mailTextsAdminRoutes } from './mail-texts.admin-routes.ts'

export const emailTemplatesModule: ShopModule = {
  adminRoutes: [mailTextsAdminRoutes],
  undoRules: {
    'mail_text.changed': { ...undoMailText, ownersOnly: true },
  },
}
