import { contactCalls } from '../../../contract/contact/calls.ts'
import { adminTakenOrders } from '../../../contract/orders/taken-orders.ts'
import { press } from '../../browser/accessibility/tabbing.ts'
import { expect, openFromMore, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { closeNotification, undoChange } from '../notifications.ts'

const NEW = 'hedy@shopper.example'
const OLD = 'hedy@old.example'

// By keyboard, but for the navigation of a phone and notifications.
test('a person is found, noted on, merged with another address, exported and deleted on request', async ({
  page,
  post,
  mailServer,
}) => {
  const body = { firstName: 'Hedy', lastName: 'Lamarr', reason: 'Feedback', reference: '', message: 'Fine bags.' }
  for (const email of ['Hedy@shopper.example', OLD]) await post(contactCalls.contactUs.path, { ...body, email })
  const people = page.getByRole('list', { name: 'Customers' }).getByRole('link')
  const subjectsTo = (...addresses: string[]) =>
    mailServer.received
      .filter(({ recipients }) => recipients.some((one) => addresses.includes(one)))
      .map(({ headers }) => headers.get('subject')?.[0] ?? '')

  await test.step('is found by name, once for each address', async () => {
    await page.goto('/admin')
    await openFromMore(page, 'Customers')
    await page.getByLabel('Find a person').fill('hedy lamarr')
    await expect(people).toHaveCount(2)
    await press(page, people.filter({ hasText: NEW }))
    await expect(page.getByRole('heading', { level: 1, name: 'Hedy Lamarr' })).toBeFocused()
  })

  await test.step('gets a note, which is undone', async () => {
    const note = page.getByRole('listitem').filter({ hasText: 'Likes blue' })
    await page.getByLabel('Note (only you').fill('Likes blue')
    await press(page, page.getByRole('button', { name: 'Add note' }))
    await undoChange(page, 'Note added', () => expect(note).toBeVisible())
    await expect(note).toBeHidden()
  })

  await test.step('is merged with the other address, after one that is unknown', async () => {
    await press(page, page.getByRole('button', { name: 'Add another address' }))
    const dialog = page.getByRole('dialog', { name: 'Another address for this person' })
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await page.keyboard.type('nobody@shopper.example')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('There’s nothing on record for nobody@shopper.example.')).toBeVisible()
    await expectGoodScreen(page, 'customer-merge')
    await dialog.getByLabel('Email').fill(OLD)
    await page.keyboard.press('Enter')
    await closeNotification(page, 'Addresses linked')
    await expect(page.getByText('Fine bags.')).toHaveCount(2)
    await expect(page.getByRole('button', { name: `Unlink: ${OLD}` })).toBeVisible()
    await expectGoodScreen(page, 'customer')
  })

  await test.step('is exported, which an email says', async () => {
    const file = page.waitForEvent('download')
    await press(page, page.getByRole('button', { name: 'Export to read' }))
    expect((await file).suggestedFilename()).toBe('customer-data.html')
    await expect.poll(() => subjectsTo(NEW).filter((subject) => subject.startsWith('A copy of your'))).toHaveLength(1)
  })

  await test.step('is deleted once the address is typed', async () => {
    await press(page, page.getByRole('button', { name: 'Delete all data' }))
    const dialog = page.getByRole('dialog', { name: 'Delete all of this person’s data' })
    const field = dialog.getByLabel(`Type ${NEW} to confirm`)
    await expect(field).toBeFocused()
    await page.keyboard.type('hedy')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(`Please type ${NEW}`)).toBeVisible()
    await expectGoodScreen(page, 'customer-delete')
    await field.fill(NEW)
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url())
    })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeFocused()
    await closeNotification(page, `All data of ${NEW} is deleted`)
    await expect(people.first()).toBeVisible()
    await expect(people.filter({ hasText: NEW })).toHaveCount(0)
    await page.getByLabel('Find a person').fill('hedy')
    await expect(page.getByText('No one matches “hedy”.')).toBeVisible()
    await expectGoodScreen(page, 'customers-unmatched')
    expect(missing).toEqual([])
    await expect.poll(() => subjectsTo(NEW, OLD).filter((subject) => subject.endsWith('was deleted'))).toHaveLength(2)
  })
})

test('a person stays while an order is open, and the page says which', async ({ page, post }) => {
  const items = [{ product_id: '102', quantity: 1, price_cents: null }]
  const name = { first_name: 'Lise', last_name: 'Meitner', email: 'lise@shopper.example', phone: '(510) 555-0142' }
  const sale = { channel: 'phone', payment: 'cash', delivery_cents: 0, tax_cents: 0, handed_over: false, note: '' }
  const address = { address1: '12 Main St', city: 'Oakland', state: 'CA', zip: '94601' }
  await post(adminTakenOrders.takeOrder.path, { ...sale, ...name, address, items })
  await page.goto('/admin/customers?q=meitner')
  await press(page, page.getByRole('link', { name: 'Lise Meitner' }))
  await expect(page.getByText(/^You can’t delete it yet: Order # \d+ has not shipped yet\.$/)).toBeVisible()
  await expect(page.getByRole('link', { name: '(510) 555-0142' })).toHaveAttribute('href', 'tel:5105550142')
  await expect(page.getByRole('button', { name: 'Delete all data' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Orders' }).getByRole('link')).toContainText('$79.00')
  await expectGoodScreen(page, 'customer-with-order')
})
