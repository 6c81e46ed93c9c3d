import { readdir } from 'node:fs/promises'
import { totpCode } from '../../backend/testing/totp.ts'
import { contactUsEndpoint } from '../../contract/contact.ts'
import { printedInvite } from '../harness/sign-in-first-owner.ts'
import { Entrance } from './entrance.ts'
import { deliverMails, expect, openFromMore, newcomerTest as test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'
import { OrderPage, TRACKING_NUMBER } from './order-page.ts'
import { ProductEditor, photographs } from './product-editor.ts'

const SHOP_NAME = 'Rucksack and Daughters'
const SHOPPER = 'grace@shopper.example'

/** Only the printed link is typed; all else is found from the screens. */
test('from the printed link a newcomer runs the shop on a phone: texts, goods, mails, a refund undone, a backup', async ({
  page,
  server,
  mailServer,
  backupDir,
}) => {
  const editor = new ProductEditor(page)
  const order = new OrderPage(page)
  const open = (name: string) => page.getByRole('link', { name, exact: true }).click()
  /** The last mail to somebody, its lines as they were written. */
  const mailTo = async (recipient: string) => {
    await deliverMails(page)
    const find = () => mailServer.received.findLast(({ recipients }) => recipients.includes(recipient))
    await expect.poll(find).toBeDefined()
    return find()
  }

  await test.step('becomes the first owner', async () => {
    const entrance = new Entrance(page)
    await page.goto(await printedInvite(server))
    await entrance.acceptInvite()
    const secret = await entrance.startApp()
    await entrance.checkApp(totpCode(secret))
    await entrance.keepRecoveryCodes()
  })

  await test.step('changes the name, and every page says so', async () => {
    await openFromMore(page, 'Settings')
    await page.getByLabel('Name', { exact: true }).fill(SHOP_NAME)
    await page.getByRole('button', { name: 'Save the texts' }).click()
    await expect(page.getByText('Texts saved. Every page shows them within a second')).toBeVisible()
    await expect.poll(async () => (await page.request.get('/')).text()).toContain(SHOP_NAME)
  })

  await test.step('puts up a product with three photographs', async () => {
    await open('Products')
    await open('New product')
    await editor.describe('Fair Day Pack')
    await editor.price().fill('64')
    await editor.putUp(await photographs())
    await editor.publish('Fair Day Pack')
    await editor.expectPhotographsInShop()
  })

  await test.step('changes its price and takes that back', () => editor.changePriceAndUndo('59.50', '64.00'))

  await test.step('counts what was made, and what was sold at a fair', async () => {
    await editor.addToStock(5)
    await editor.expectStock(5)
    await editor.sellAtFair(2)
    await editor.expectStock(3)
    await expect.poll(() => editor.shopPage()).toContain('In Stock')
  })

  await test.step('answers an inquiry, which is delivered: quoted, and signed with the new name', async () => {
    const shopper = { firstName: 'Grace', lastName: 'Hopper', email: SHOPPER, reason: 'Feedback' }
    const data = { ...shopper, reference: 'Rain Cover', message: 'Does it fit the large one?' }
    const sent = await page.request.post(contactUsEndpoint.path, { data, headers: { origin: server.address } })
    expect(sent.ok()).toBe(true)
    await open('Inquiries')
    await open('Grace Hopper')
    await page.getByLabel('Your answer').fill('It does.')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByLabel('Your answer')).toHaveValue('')
    const mail = await mailTo(SHOPPER)
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
    expect(mail?.headers.get('subject')).toEqual(['Re: Feedback: Rain Cover'])
    expect(mail?.raw).toContain('> Does it fit the large one?')
    expect(mail?.raw).toContain(SHOP_NAME)
  })

  await test.step('ships an order, and its shopper reads the mail', async () => {
    await open('Orders')
    await order.find('100001')
    const email = (await page.getByRole('main').getByRole('link', { name: '@' }).textContent()) ?? ''
    await order.startShipping()
    await order.showShippingMail()
    await order.ship()
    const mail = await mailTo(email)
    expect(mail?.headers.get('subject')).toEqual(['Your order # 100001 has shipped'])
    expect(mail?.raw).toContain(TRACKING_NUMBER)
    expect(mail?.raw).toContain(SHOP_NAME)
  })

  await test.step('records a wrong refund, and undoes it', async () => {
    await order.startRefund()
    await order.showRefundMail('12.50')
    await order.payBack('12.50')
    await order.undoRefund('12.50')
  })

  await test.step('makes a backup, and leaves the page meanwhile', async () => {
    await openFromMore(page, 'Backups')
    await page.getByRole('button', { name: 'Make a backup now' }).click()
    await expect(page.getByText(/The backup is (being )?made/)).toBeVisible()
    await open('Today')
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await openFromMore(page, 'Backups')
    await expect(page.getByText('The backup is made')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'By hand' })).toHaveCount(1)
  })

  await test.step('checks it, reads how it is restored, and downloads it', async () => {
    const name = (await readdir(backupDir)).find((file) => /^by-hand-.*\.tar$/.test(file)) ?? ''
    await page.getByRole('button', { name: `Check ${name}` }).click()
    await expect(page.getByText(`${name} is good`)).toBeVisible()
    await expect(page.getByText('came back the same')).toBeVisible()
    await expect(page.getByText(`npm run shop -- backup restore ${backupDir}/`)).toBeVisible()
    await expectGoodScreen(page, 'backups')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Download ${name}` }).click()
    expect((await download).suggestedFilename()).toBe(name)
  })
})
