import { expect, type Page } from '@playwright/test'
import { totpCode } from '../../backend/testing/totp.ts'
import type { ShopServer } from '../harness/shop-server.ts'

const PASSWORD = 'seams hold for forty years'

/** Makes the first owner by the printed link and ends on the admin's first page. */
export async function beginAsOwner(page: Page, server: ShopServer): Promise<void> {
  await expect.poll(() => server.printed.join('\n')).toContain('/admin/invite#')
  await page.goto(/http:\S+\/admin\/invite#\S+/.exec(server.printed.join('\n'))?.[0] ?? '')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('E-mail').fill('ada@shop.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your password once more').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const secret = (await page.getByLabel('Secret for the app').textContent()) ?? ''
  await page.getByLabel('Code that the app shows').fill(totpCode(secret))
  await page.getByRole('button', { name: 'Check the code' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
}
