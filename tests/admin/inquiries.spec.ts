import { contactUsEndpoint } from '../../contract/contact.ts'
import { trackDemandEndpoint } from '../../contract/demand.ts'
import { trackVisitEndpoint } from '../../contract/visits.ts'
import { PRODUCT } from '../browser/addresses.ts'
import { runClockUntilShown } from '../browser/timed.ts'
import { deliverMails, expect, openFromMore, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'
import { undoButton, withTimersStopped } from './notifications.ts'

test('a message is answered by mail, and marks are undone', async ({ page, post }) => {
  const body = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@shopper.example', reason: 'Feedback' }
  await post(contactUsEndpoint.path, { ...body, reference: 'Rain Cover', message: 'Does it fit the large one?' })

  await test.step('finds the message', async () => {
    await page.goto('/admin/inquiries')
    await page.getByLabel('Find').fill('large one')
    await expect(page.getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
    await expectGoodScreen(page, 'inquiries')
    await page.getByRole('link', { name: 'Grace Hopper' }).click()
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  })

  await test.step('takes a mark back by Undo', async () => {
    await withTimersStopped(page, async () => {
      await page.getByRole('button', { name: 'This is spam' }).click()
      await expect(page.getByText('Put among the spam')).toBeVisible()
      await runClockUntilShown(page, page.getByRole('button', { name: 'This is no spam' }))
      await undoButton(page).click()
      await expect(page.getByText('Undone')).toBeVisible()
    })
    await expect(page.getByRole('button', { name: 'This is spam' })).toBeVisible()
  })

  await test.step('keeps a half-written mail over a reload, and without a connection', async () => {
    await page.getByLabel('Your answer').fill('It does.')
    await page.reload()
    await expect(page.getByLabel('Your answer')).toHaveValue('It does.')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByText('One change waits')).toBeVisible()
    // The response to a change takes away nothing that was typed since.
    await page.getByLabel('Your answer').press('End')
    await page.getByLabel('Your answer').pressSequentially(' And the small one.')
    await withTimersStopped(page, async () => {
      await page.context().setOffline(false)
      await expect(page.getByText('The answer leaves in ten seconds')).toBeVisible()
    })
    await expect(page.getByLabel('Your answer')).toHaveValue('And the small one.')
    await page.getByLabel('Your answer').fill('')
  })

  await test.step('sees that it is delivered', async () => {
    await deliverMails(page)
    await expect(page.getByText('Delivered')).toBeVisible()
    await expectGoodScreen(page, 'answered-inquiry')
  })

  await test.step('everything stands in the log of changes', async () => {
    await openFromMore(page, 'Changes')
    await expect(page.getByRole('article', { name: /answered$/ })).toBeVisible()
    await expectGoodScreen(page, 'changes')
    await openFromMore(page, 'Unsent mails')
    // One of the demo data.
    await expect(page.getByText('EENVELOPE 550')).toBeVisible()
    await expectGoodScreen(page, 'mails')
  })

  await test.step('what shoppers view, want and search for in vain is counted', async () => {
    const { product_id } = PRODUCT
    await post(trackVisitEndpoint.path, { page: `/product/${product_id}` })
    await post(trackDemandEndpoint.path, {
      events: [
        { kind: 'add', subject: product_id },
        { kind: 'pay', subject: product_id },
        { kind: 'search', subject: 'kite' },
      ],
    })
    await openFromMore(page, 'Visits')
    await expect(page.getByRole('row', { name: `${PRODUCT.product_name} 1 1` })).toBeVisible()
    await expect(page.getByRole('row', { name: 'kite 1' })).toBeVisible()
    await expectGoodScreen(page, 'visits')
  })
})
