import { adminContact } from '../../../contract/contact/admin.ts'
import { contactCalls } from '../../../contract/contact/calls.ts'
import { requestPath } from '../../../contract/http/call.ts'
import { visitCalls } from '../../../contract/visits/calls.ts'
import { PRODUCT } from '../../browser/addresses.ts'
import { deliverMails, expect, openFromMore, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { closeNotification, undoChange } from '../notifications.ts'

test('a message is answered by email, and marks are undone', async ({ page, post, mailServer }) => {
  const body = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@shopper.example', reason: 'Feedback' }
  await post(contactCalls.contactUs.path, { ...body, reference: 'Rain Cover', message: 'Does it fit the large one?' })

  await test.step('finds the message', async () => {
    await page.goto('/admin/inquiries')
    await page.getByLabel('Find').fill('large one')
    // The list that was there before is replaced.
    await expect(page).toHaveURL(/search=large/)
    await expect(page.getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
    await page.getByRole('link', { name: 'Grace Hopper' }).click()
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  })

  await test.step('takes a mark back by Undo', async () => {
    await page.getByRole('button', { name: 'Mark as spam' }).click()
    await undoChange(page, 'Marked as spam', () => expect(page.getByRole('button', { name: 'Not spam' })).toBeVisible())
    await expect(page.getByRole('button', { name: 'Mark as spam' })).toBeVisible()
  })

  await test.step('takes an answer back by Undo, whose words are in the field again', async () => {
    const field = page.getByLabel('Your answer')
    const undos = [
      page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }),
      page.getByRole('button', { name: 'Undo answer 1' }),
    ]
    for (const undo of undos) {
      await field.fill('It dos.')
      await page.getByRole('button', { name: 'Send the answer' }).click()
      await expect(field).toHaveValue('')
      await undo.click()
      await expect(field).toHaveValue('It dos.')
      const undone = page.locator('.mantine-Notification-root').filter({ hasText: 'Undone' })
      await expect(undone.getByRole('button', { name: 'Close' })).toBeVisible()
      await expect(undone.getByRole('button', { name: 'Undo' })).toHaveCount(0)
      await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Close' }).first().click()
    }
  })

  await test.step('keeps a half-written email over a reload, and without a connection', async () => {
    await page.getByLabel('Your answer').fill('It does.')
    await page.reload()
    await expect(page.getByLabel('Your answer')).toHaveValue('It does.')
    await page.getByRole('button', { name: 'Mark as answered' }).click()
    await page.getByRole('dialog', { name: 'Your answer isn’t sent' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Mark as answered' })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByText('One change is waiting')).toBeVisible()
    // The response to a change takes away nothing that was typed since.
    await page.getByLabel('Your answer').press('End')
    await page.getByLabel('Your answer').pressSequentially(' And the small one.')
    await page.context().setOffline(false)
    await closeNotification(page, 'The answer is on its way. You have ten seconds to undo it')
    await expect(page.getByLabel('Your answer')).toHaveValue('And the small one.')
    await page.getByLabel('Your answer').fill('')
  })

  await test.step('sees that it was sent', async () => {
    await deliverMails(page)
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Undo answer/ })).toHaveCount(0)
    await expectGoodScreen(page, 'answered-inquiry')
  })

  await test.step('is shown what somebody else has answered since, and asked', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await post(requestPath(adminContact.answerInquiry.path, { id }, {}), { text: 'Ask Ada, please.' })
    await page.getByLabel('Your answer').fill('The small one only.')
    const send = page.getByRole('button', { name: 'Send the answer' })
    await send.click()
    await expect(page.getByText('Someone else has answered in the meantime')).toBeVisible()
    await expect(page.getByText('Ask Ada, please.')).toBeVisible()
    await expect(page.getByLabel('Your answer')).toHaveValue('The small one only.')
    mailServer.behave('bounce')
    await send.click()
    await expect(page.getByText('The small one only.').first()).toBeVisible()
    await expect(page.getByLabel('Your answer')).toHaveValue('')
  })

  await test.step('reads why an email was refused, and sends it again', async () => {
    await deliverMails(page)
    const thread = page.getByRole('region', { name: /^Answer \d/ }).last()
    await expect(thread.getByText('The email server rejected the address.')).toBeVisible()
    await expectGoodScreen(page, 'refused-answer')
    mailServer.behave('accept')
    await thread.getByRole('button', { name: 'Send again' }).click()
    await expect(thread.getByText('Sent', { exact: true })).toBeVisible()
  })

  await test.step('everything stands in the log of changes', async () => {
    await openFromMore(page, 'Changes')
    // Three that were sent, two that were taken back, and their undos.
    await expect(page.getByRole('article', { name: /answered$/ })).toHaveCount(7)
    await openFromMore(page, 'Unsent emails')
    // One of the demo data, at least.
    await expect(page.getByText('EENVELOPE 550').first()).toBeVisible()
  })

  await test.step('what shoppers view, want and search for in vain is counted', async () => {
    const { product_id } = PRODUCT
    await post(visitCalls.trackVisit.path, { page: `/product/${product_id}` })
    await post(visitCalls.trackDemand.path, {
      events: [
        { kind: 'add', subject: product_id },
        { kind: 'pay', subject: product_id },
        { kind: 'search', subject: 'kite' },
      ],
    })
    await openFromMore(page, 'Visits')
    await expect(page.getByRole('row', { name: `${PRODUCT.product_name} 1` })).toBeVisible()
    await openFromMore(page, 'What people look for')
    await expect(page.getByRole('row', { name: 'kite 1' })).toBeVisible()
    const wanted = page.getByRole('region', { name: 'Asked for' })
    await expect(
      wanted.getByRole('row', { name: `${PRODUCT.product_name} 1 view, 1 press of Pay Now 1` }),
    ).toBeVisible()
    await wanted.getByText('As a table').click()
    await expect(wanted.getByRole('row', { name: /^\w+ \d+, \d{4} 1 1$/ })).toBeVisible()
    await expectGoodScreen(page, 'wanted')
  })
})
