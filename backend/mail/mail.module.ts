import { CONFIRM_DAYS } from '@shop/contract/waitlist/calls'
import type { ShopModule } from '../platform/module.ts'
import { deleteForgotten, deleteMailTexts } from './delete-mails.repository.ts'

export const mailModule: ShopModule = {
  oldData: {
    mailTexts: { days: 'mailDays', remove: deleteMailTexts },
    waitlistMails: { days: CONFIRM_DAYS, remove: deleteForgotten },
  },
}
