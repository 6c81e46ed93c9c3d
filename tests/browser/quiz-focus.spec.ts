import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Takes the answer that a keyboard reaches first from where it stands. */
async function takeFirstAnswer(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

test('the quiz by keyboard alone: focus follows each question and ends on the result', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'What we do' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#quiz')).toBeFocused()
  await expect(page.getByRole('group', { name: /^Step 1 of 4/ })).toBeVisible()
  for (const step of [2, 3, 4]) {
    await takeFirstAnswer(page)
    await expect(page.getByText(`Step ${step} of 4`).locator('xpath=ancestor-or-self::legend')).toBeFocused()
  }
  await takeFirstAnswer(page)
  const product = page.getByRole('main').getByRole('link', { name: 'See this backpack' })
  await expect(product).toBeVisible()
  await expect(page).toHaveURL('/?quiz=school.light.classic.blue')
  await expect(page.getByRole('heading', { name: 'Your match' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(product).toBeFocused()
})

test('a shared result opens at the quiz', async ({ page }) => {
  await page.goto('/?quiz=travel.full.quiet.surprise')
  await expect(page.locator('#quiz')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Which one is yours?' })).toBeInViewport()
  await expect(page.getByRole('main').getByText('Nomad Full Backpack, Grey').last()).toBeVisible()
})
