import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Axe finds no violation on the page, or in the part of it that a selector names. Tests run without motion, so that no
 * color is judged in the middle of a transition. All frames have the shop's origin, so that axe needs no second page for
 * them; it reports violations only and does not fetch style sheets again, which no rule in use needs.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  })
  if (part !== undefined) axe.include(part)
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}
