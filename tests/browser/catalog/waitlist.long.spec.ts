import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility/axe.ts'
import { newPerson } from '../accounts/login-page.ts'
import { expect } from '../fixtures.ts'
import { mailedLink, test } from '../shop-with-mails.ts'

// One worker: each starts a shop of its own.
test.describe.configure({ mode: 'default' })

const SOLD_OUT = '202'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('an address waits for a sold-out product once it is confirmed, and goes at a press', async ({ page, mail }) => {
  const { email } = newPerson()
  await page.goto(`/product/${SOLD_OUT}`)
  await page.getByRole('link', { name: 'Tell me when it’s back' }).click()
  await expect(heading(page, 'Tell me when it’s back')).toBeVisible()
  await expectAccessible(page)
  const field = page.getByLabel('Email')
  await field.fill('ada@shop')
  await field.press('Enter')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(email)
  await field.press('Enter')
  await expect(heading(page, 'Check your email')).toBeVisible()
  await expectAccessible(page)

  const link = await mailedLink(mail, email, '/tell-me')
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, email me' }).click()
  await expect(heading(page, 'You’re on the list')).toBeVisible()
  expect(page.url()).not.toContain('token')
  await page.goto(link)
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await expect(heading(page, 'We’ve deleted your address')).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Yes, email me' }).click()
  await expect(heading(page, 'This link no longer works')).toBeVisible()
  await expectAccessible(page)
})

test('without JavaScript too, for when orders open', async ({ browser, mail, server }) => {
  const { email } = newPerson()
  const context = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Tell me when orders open' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me' }).click()
  await expect(heading(page, 'Check your email')).toBeVisible()
  await page.goto(await mailedLink(mail, email, '/tell-me'))
  await page.getByRole('button', { name: 'Yes, email me' }).click()
  await expect(heading(page, 'You’re on the list')).toBeVisible()
  await page.goto('/tell-me?step=malformed')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await context.close()
})
