import { expect, test } from '@playwright/test'
import { type MailServer, openMailServer } from '../../backend/testing/mail-server.ts'
import { contactUsEndpoint } from '../../contract/contact.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'
import { expectGoodScreen } from './good-screen.ts'
import { signInFirstOwner } from './sign-in.ts'

let server: ShopServer
let mails: MailServer
test.beforeAll(async () => {
  mails = await openMailServer()
  server = await startShop({ SMTP_URL: mails.url })
})
test.afterAll(async () => {
  await server.stop()
  await mails.close()
})

test('a message is answered by mail, and marks are undone', async ({ page }) => {
  await signInFirstOwner(page, server)
  const body = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@shopper.example', reason: 'Feedback' }
  await page.request.post(`${server.address}${contactUsEndpoint.path}`, {
    data: { ...body, reference: 'Rain Cover', message: 'Does it fit the large one?' },
  })

  await test.step('finds the message', async () => {
    await page.goto(`${server.address}/admin/inquiries`)
    await page.getByLabel('Find').fill('large one')
    await expect(page.getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
    await expectGoodScreen(page, 'inquiries')
    await page.getByRole('link', { name: 'Grace Hopper' }).click()
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  })

  await test.step('takes a mark back by Undo', async () => {
    await page.getByRole('button', { name: 'This is spam' }).click()
    await expect(page.getByRole('button', { name: 'This is no spam' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'This is spam' })).toBeVisible()
  })

  await test.step('keeps a half-written answer over a reload, and without a connection', async () => {
    await page.getByLabel('Your answer').fill('It does.')
    await page.reload()
    await expect(page.getByLabel('Your answer')).toHaveValue('It does.')
    await expectGoodScreen(page, 'inquiry')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByText('One change waits')).toBeVisible()
    await page.context().setOffline(false)
  })

  await test.step('the answer arrives, quoted and signed', async () => {
    await expect(page.getByText('The answer leaves in ten seconds')).toBeVisible()
    await expect(page.getByLabel('Your answer')).toHaveValue('')
    // The mail is held for ten seconds, in which Undo withdraws it.
    await expect(page.getByText('Delivered')).toBeVisible({ timeout: 40_000 })
    const mail = mails.received.find(({ recipients }) => recipients.includes('grace@shopper.example'))
    expect(mail?.headers.get('subject')).toEqual(['Re: Feedback: Rain Cover'])
    expect(mail?.raw).toContain('> Does it fit the large one?')
    await expectGoodScreen(page, 'answered-inquiry')
  })

  await test.step('everything stands in the log of changes', async () => {
    await page.goto(`${server.address}/admin/changes`)
    await expect(page.getByRole('article', { name: /answered$/ })).toBeVisible()
    await expectGoodScreen(page, 'changes')
    await page.goto(`${server.address}/admin/mails`)
    // One of the demo data.
    await expect(page.getByText('EENVELOPE 550')).toBeVisible()
    await expectGoodScreen(page, 'mails')
  })
})
