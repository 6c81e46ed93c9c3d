import { expect, ONCE, test } from '../fixtures.ts'

const SECTIONS = [
  'Our Legacy. Your Journey',
  'Who We Are',
  'The Idea That Sparked a Brand',
  'Engineered to Endure',
  'Designed for Every Journey',
  'Our Promise',
] as const

test(
  'the About page has its sections in order, no figures but the shop’s own, and a closing call to action',
  ONCE,
  async ({ page }) => {
    await page.goto('/about')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([...SECTIONS, /./])

    await test.step('it says over 40 years, and otherwise the figures of its policies', async () => {
      const words = await main.innerText()
      expect(words).toContain('over 40 years')
      expect([...new Set(words.match(/\d+/g))]).toEqual(['40', '24', '48', '15', '45', '00'])
    })

    await test.step('the first picture is eager, all others wait until they come near', async () => {
      const loading = await main
        .getByRole('img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('loading')))
      expect(loading).toEqual(['eager', ...Array(loading.length - 1).fill('lazy')])
    })

    await test.step('it is three screens of a desktop, and five of a phone', async () => {
      const height = () => main.evaluate((element) => element.getBoundingClientRect().height)
      await expect.poll(height).toBeLessThan(3000)
      await page.setViewportSize({ width: 360, height: 740 })
      await expect.poll(height).toBeLessThan(3700)
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await main.getByRole('link', { name: 'Write to us' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await main.getByRole('link', { name: 'See the collection' }).click()
    await expect(page).toHaveURL('/shop')
  },
)

test('every line has a picture that leads to its bags', ONCE, async ({ page, shop }) => {
  await page.goto('/about')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Nomad/ })
    .click()
  await expect(page).toHaveURL('/shop?line=Nomad')
  await shop.expectOpen()
  await expect(shop.cards()).toHaveCount(4)
})
