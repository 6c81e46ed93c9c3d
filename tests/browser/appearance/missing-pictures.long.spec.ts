import { expect, ONCE, test } from '../fixtures.ts'

test(
  'a picture that cannot be loaded becomes the placeholder, and a video says that it cannot be played',
  ONCE,
  async ({ page, product, allow }) => {
    allow(/404/, 'the files are missing on purpose')
    await page.route(/\/api\/products\/107$/, async (route) => {
      const response = await route.fetch()
      const product = { ...(await response.json()), image_url: 'gone.jpg', multi_image_url: 'gone.mp4', variants: [] }
      await route.fulfill({ response, json: product })
    })
    await product.open('107')
    const thumbnails = page.getByRole('list', { name: 'Pictures' }).getByRole('button')
    await expect(thumbnails).toHaveCount(2)
    const placeholder = page.getByRole('main').locator('span[role=img]')
    await expect(placeholder).toHaveCount(2)
    await thumbnails.nth(1).click()
    await expect(page.getByRole('main').getByText('This video can’t be played here.')).toBeVisible()
    // The thumbnail of the picture.
    await expect(placeholder).toHaveCount(1)
    await expect(page.getByRole('main').locator('video')).toHaveCount(0)
  },
)
