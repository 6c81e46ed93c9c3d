import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Axe objects to nothing on the page as it is now. Tests run without motion, so that no colour is judged halfway through
 * a transition. All frames are of the shop's own origin, so that axe needs no second page to speak to them; what
 * it approves of is not collected, and it does not fetch the style sheets again, which no rule of ours asks for.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  })
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}
