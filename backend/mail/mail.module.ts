import { CONFIRM_DAYS } from '@shop/contract/waitlist/calls'
import type { ShopModule } from '../platform/module.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { checkMail, checkMailTexts, checkOutbox, findMailTasks } from './check-mail.ts'
import { deleteForgotten, deleteMailsOf, deleteMailTexts } from './delete-mails.repository.ts'
import { demoMail } from './demo-mail.ts'
import { createMailer } from './mailer.ts'
import { countUnsent } from './outbox.repository.ts'
import { startOutbox } from './outbox-worker.ts'
import { readMails } from './personal-data.repository.ts'

export const mailModule: ShopModule = {
  name: 'mail',
  demoData: demoMail,
  callGroups: { mails: 'admin: texts' },
  jobs: ({ database, settings, log }) => [
    startOutbox({ database, mailer: createMailer(settings, () => getShopSettings(database)), log }),
  ],
  checks: [checkMail, checkOutbox, checkMailTexts],
  tasks: { needs: ['orders', 'inquiries'], find: findMailTasks },
  auditSubjects: { mail: { need: ['orders', 'inquiries'] } },
  gauges: ({ database }) => [
    {
      name: 'shop_outbox_messages',
      help: 'Emails that wait to be sent, and emails that failed',
      label: 'state',
      measure: () => countUnsent(database),
    },
  ],
  personalData: {
    read: async (database, addresses) => ({ mails: await readMails(database, addresses) }),
    forget: async (trx, { addresses, ownAddresses }) => {
      const own = new Set(ownAddresses.map((address) => address.toLowerCase()))
      await deleteMailsOf(
        trx,
        addresses.filter((address) => !own.has(address)),
      )
      return {}
    },
  },
  oldData: {
    mailTexts: { days: 'mailDays', remove: deleteMailTexts },
    waitlistMails: { days: CONFIRM_DAYS, remove: deleteForgotten },
  },
}
