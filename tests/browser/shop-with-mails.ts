import { type MailServer, openMailServer } from '../../backend/testing/servers/mail-server.ts'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'
import { test as base, expect } from './fixtures.ts'

/** A shop whose mails arrive at a server of the test. */
export const test = base.extend<object, { server: ShopServer; mail: MailServer }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const mail = await openMailServer()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mail }, use) => {
      const server = await startShop({ SMTP_URL: mail.url })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** The path and the rest of the link to `page` in the newest mail to somebody. */
export async function mailedLink(mail: MailServer, recipient: string, page: string): Promise<string> {
  const find = () => {
    const texts = mail.received
      .filter(({ recipients }) => recipients.includes(recipient))
      .map(({ raw }) => raw.replace(/=\r\n/g, '').replaceAll('=3D', '='))
    const link = new RegExp(`${page}[#?&=\\w-]*token=[\\w-]{43}`)
    return texts.map((text) => link.exec(text)?.[0]).findLast((found) => found !== undefined) ?? ''
  }
  await expect.poll(find, { message: `an email to ${recipient} with a link to ${page}` }).not.toBe('')
  return find()
}
