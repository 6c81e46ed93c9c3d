import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** A screen is complete: axe has nothing to object to, and nothing lies beyond the window's width. */
export async function expectGoodScreen(page: Page, name: string, part = 'body'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  expect(
    violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`),
    name,
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const folder = process.env.ADMIN_SCREENSHOTS
  if (folder !== undefined)
    await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}
