import { CONFIRM_DAYS } from '@shop/contract/waitlist/calls'
import type { ShopModule } from '../platform/module.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { checkMail, checkMailTexts, checkOutbox } from './check-mail.ts'
import { deleteForgotten, deleteMailTexts } from './delete-mails.repository.ts'
import { createMailer } from './mailer.ts'
import { countUnsent } from './outbox.repository.ts'
import { startOutbox } from './outbox-worker.ts'

export const mailModule: ShopModule = {
  jobs: ({ database, settings, log }) => [
    startOutbox({ database, mailer: createMailer(settings, () => getShopSettings(database)), log }),
  ],
  checks: [checkMail, checkOutbox, checkMailTexts],
  gauges: ({ database }) => [
    {
      name: 'shop_outbox_messages',
      help: 'Emails that wait to be sent, and emails that failed',
      label: 'state',
      measure: () => countUnsent(database),
    },
  ],
  oldData: {
    mailTexts: { days: 'mailDays', remove: deleteMailTexts },
    waitlistMails: { days: CONFIRM_DAYS, remove: deleteForgotten },
  },
}
