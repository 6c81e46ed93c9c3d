import type { APIRequestContext } from '@playwright/test'
import { adminMail } from '../../../contract/mail/admin.ts'

/** Sends at once, with the session of an owner, the mails that the shop holds for ten seconds. */
export async function deliverMails(owner: APIRequestContext, origin: string): Promise<void> {
  const headers = { origin }
  const { mails } = await (await owner.get(new URL(adminMail.listUnsentMails.path, origin).href)).json()
  for (const { id } of mails.filter(({ state }: { state: string }) => state === 'waiting')) {
    // Refused where the ten seconds are over and the mail has left.
    await owner.post(new URL(adminMail.retryMail.path, origin).href, { data: { id }, headers })
  }
}
