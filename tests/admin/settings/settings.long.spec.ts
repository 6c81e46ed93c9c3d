import { FIRST_OWNER, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'

test('an owner renames the shop, which its pages say, and undoes that', async ({ page, post, browser, server }) => {
  const homePage = async () => (await page.request.get('/')).text()

  await test.step('saves a name, and the shop shows it; takes it back', async () => {
    await page.goto('/admin/settings')
    const name = page.getByLabel('Name', { exact: true })
    const save = page.getByRole('button', { name: 'Save the texts' })
    await expect(name).not.toHaveValue('')
    const before = await name.inputValue()
    const email = page.getByLabel('Shop email')
    const address = await email.inputValue()
    await name.fill(' ')
    await email.fill('nonsense')
    await save.click()
    await expect(page.getByText('Please fill this in.')).toBeVisible()
    await expect(page.getByText('This must be one email address')).toBeVisible()
    await expect(name).toBeFocused()
    await email.fill(address)
    await name.fill('Rucksack and Daughters')
    await save.click()
    await undoChange(page, 'Texts saved. Every page shows them within a second', () =>
      expect.poll(homePage).toContain('Rucksack and Daughters'),
    )
    await expect.poll(homePage).not.toContain('Rucksack and Daughters')
    await expect(name).toHaveValue(before)
    await expect(save).toBeDisabled()
  })

  await test.step('is shown what somebody else has written since, and overwrites none of it', async () => {
    const settings = async () => (await (await page.request.get('/api/admin/settings')).json()).settings
    const tagline = page.getByLabel('Tagline')
    const before = await settings()
    await tagline.fill('Mine.')
    await post('/api/admin/settings', { wanted: { tagline: 'Theirs.', description: 'Theirs as well.' }, seen: {} })
    const choice = page.getByRole('dialog', { name: 'Someone else changed this' })
    await page.getByRole('button', { name: 'Save the texts' }).click()
    await expect(choice).toContainText('Ada has changed this since you opened it.')
    for (const text of ['Theirs.', 'Mine.']) await expect(choice.getByText(text, { exact: true })).toBeVisible()
    await choice.getByRole('button', { name: 'Discard mine' }).click()
    await expect(choice).toBeHidden()
    await expect(tagline).toHaveValue('Theirs.')
    await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Theirs as well.')
    expect(await settings()).toMatchObject({ tagline: 'Theirs.', description: 'Theirs as well.' })
    await post('/api/admin/settings', { wanted: before, seen: {} })
  })

  await test.step("enters the shop's address in its parts, with a ZIP code of that state", async () => {
    const form = page.getByRole('region', { name: 'Postal address' })
    const save = form.getByRole('button', { name: 'Save the address' })
    const parts = { Street: '1 Derby St', City: 'Salem', 'ZIP code': '1970' }
    for (const [part, text] of Object.entries(parts)) await form.getByLabel(part).fill(text)
    await save.click()
    await expect(form.getByText('Please choose the state')).toBeVisible()
    await form.getByLabel('State').selectOption('Maine')
    await save.click()
    await expect(form.getByText('01970 is a ZIP code in Massachusetts, not Maine')).toBeVisible()
    await expectGoodScreen(page, 'settings-address')
    await form.getByLabel('State').selectOption('Massachusetts')
    await save.click()
    await undoChange(page, 'Postal address saved. Emails and packing slips show it', async () => {
      await expect(form.getByLabel('ZIP code')).toHaveValue('01970')
      await expect(save).toBeDisabled()
    })
    await expect(form.getByLabel('Street')).toHaveValue('')
  })

  await test.step('is asked before a page with something unsaved is left', async () => {
    const notices = page.getByLabel('Lines above the header')
    const before = await notices.inputValue()
    await notices.fill('Closed in August')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(dialog).toBeHidden()
    await expect(notices).toHaveValue('Closed in August')
    await notices.fill(before)
  })

  await test.step('saves without a connection, and the form says when it will be', async () => {
    const notices = page.getByLabel('Lines above the header')
    const before = await notices.inputValue()
    await notices.fill('Closed in August')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save the notices' }).click()
    await expect(page.getByText('We’ll save it once you’re back online.')).toBeVisible()
    await page.context().setOffline(false)
    await undoChange(page, 'Notices saved')
    await expect(notices).toHaveValue(before)
  })

  await test.step('changes a delivery option, and chooses where somebody else has changed it since', async () => {
    const costs = async () => {
      const options = await (await page.request.get('/api/api/delivery-options')).json()
      return options.map(({ delivery_cost }: { delivery_cost: number }) => delivery_cost)
    }
    const form = page.getByRole('region', { name: 'Delivery options' })
    const cost = form.getByLabel('Cost').first()
    const save = form.getByRole('button', { name: 'Save the delivery options' })
    await cost.fill('4,95')
    await save.click()
    await expect(form.getByText('Please enter dollars such as 4.95')).toBeVisible()
    await expect(cost).toBeFocused()
    await cost.fill('7.35')

    const { options: seen } = await (await page.request.get('/api/admin/delivery-options')).json()
    const wanted = [{ ...seen[0], delivery_cost_cents: 900 }, ...seen.slice(1)]
    await post('/api/admin/delivery-options', { wanted, seen })
    await save.click()
    const choice = page.getByRole('dialog', { name: 'Someone else changed this' })
    await expect(choice.getByText('$9.00')).toBeVisible()
    await expect(choice.getByText('$7.35')).toBeVisible()
    const readAgain = Promise.withResolvers<void>()
    await page.route('**/api/admin/delivery-options', async (route) => {
      if (route.request().method() === 'GET') await readAgain.promise
      await route.continue()
    })
    await choice.getByRole('button', { name: 'Save mine' }).click()
    await undoChange(page, 'Delivery options saved. Checkout shows them within a second', async () => {
      // Also until it is read again.
      await expect(cost).toHaveValue('7.35')
      readAgain.resolve()
      await expect.poll(async () => (await costs())[0]).toBe(7.35)
    })
    await expect.poll(async () => (await costs())[0]).toBe(9)
    await post('/api/admin/delivery-options', { wanted: seen, seen: wanted })
  })

  await test.step('is asked before an unusual tax rate is saved', async () => {
    await page.getByRole('button', { name: 'Rates for the 50 states' }).click()
    const rate = page.getByRole('textbox', { name: 'California' })
    await expect(rate).toHaveValue(/^\d/)
    const before = await rate.inputValue()
    await rate.fill('88.5')
    const save = page.getByRole('button', { name: 'Save the tax rates' })
    await save.click()
    const dialog = page.getByRole('dialog', { name: 'An unusual tax rate' })
    await expect(dialog).toContainText('California 88.5%: most rates are 1% to 15%.')
    await expectGoodScreen(page, 'settings-large-tax', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await save.click()
    await dialog.getByRole('button', { name: 'Save the tax rates' }).click()
    await undoChange(page, 'Tax rates saved')
    await expect(rate).toHaveValue(before)
  })

  await test.step('is told what is missing before orders can be opened', async () => {
    const orders = page.getByRole('region', { name: 'Online orders' })
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Go to Settings' }).click()
    await expect(orders.getByRole('heading')).toBeFocused()
    await expect(orders).toContainText('Paused')
    await expect(orders.getByRole('listitem').filter({ hasText: 'has not accepted a test email' })).toBeVisible()
    await expectGoodScreen(page, 'settings-missing')
    await orders.getByRole('link', { name: 'Send a test' }).click()
    await expect(page.getByRole('heading', { name: 'Email server' })).toBeFocused()
    const unsent = page.getByRole('link', { name: 'Unsent emails' })
    const before = await unsent.innerText()
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await expect(orders).not.toContainText('has not accepted a test email')
    await expect(unsent).toHaveText(before)
    await orders.getByRole('button', { name: 'Open online orders' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open online orders?' })
    await dialog.getByRole('button', { name: 'Open online orders' }).click()
    await expect(orders.getByRole('alert')).toContainText('The shop has no Braintree keys')
    await expect(orders.getByRole('alert')).toContainText('No nightly backup was made in the last 48 hours.')
    await expect(orders).toContainText('Paused')
  })

  const theirs = await test.step('invites a helper, who is told what only an owner may see', async () => {
    await page.getByRole('button', { name: 'Invite a helper' }).click()
    await expect(page.getByText('/admin/invite#')).toBeVisible()
    await expectGoodScreen(page, 'settings')
    const { hash } = new URL((await page.getByText('/admin/invite#').textContent()) ?? '')
    const context = await browser.newContext({ baseURL: server.address })
    const helper = { ...FIRST_OWNER, email: 'helper@shop.example' }
    await signInFirstOwner(context.request, `${server.address}/admin/invite${hash}`, helper)
    const helpers = await context.newPage()
    for (const path of ['/admin/settings', '/admin/backups']) {
      await helpers.goto(path)
      await expect(helpers.getByText('Only owners can use this page.')).toBeVisible()
      await expect(helpers.getByRole('button', { name: 'Try again' })).toBeHidden()
      await expectGoodScreen(helpers, `helper${path.replaceAll('/', '-')}`)
    }
    return helpers
  })

  await test.step('chooses what the helper may use, who is told what was not saved, and takes it back', async () => {
    await theirs.goto('/admin/products/101')
    await theirs.getByLabel('Short description').fill('Typed while it was allowed.')
    await page.reload()
    await page.getByRole('button', { name: /^Change: what .+ can use$/ }).click()
    const dialog = page.getByRole('dialog', { name: /^What .+ can use$/ })
    await expect(dialog.getByLabel('Products')).toBeChecked()
    await expectGoodScreen(page, 'settings-rights', '[role=dialog]')
    await dialog.getByLabel('Products').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await undoChange(page, 'can use: Orders, Inquiries', async () => {
      await expect(page.getByText('Can use: Orders, Inquiries', { exact: true })).toBeVisible()
      await theirs.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(theirs.getByText('You don’t have access to this page.')).toBeVisible()
      await expect(theirs.getByRole('alert').filter({ hasText: 'That didn’t work' })).toContainText('Products')
    })
    await expect(page.getByText('Can use: Orders, Products, Inquiries', { exact: true })).toBeVisible()
    await theirs.context().close()
  })
})
