import type { Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'

const picture = (page: Page) => page.locator('[data-zoom]')
const place = (page: Page) => picture(page).evaluate((element) => element.style.transform)

test('a picture is zoomed by buttons, dragged by the pointer and moved by arrows', ONCE, async ({ page, product }) => {
  const larger: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('w=1920')) larger.push(request.url())
  })
  await product.open(PRODUCT.product_id)

  await test.step('a larger file is fetched once it is zoomed, and none before', async () => {
    const file = () =>
      picture(page)
        .getByRole('img')
        .evaluate((image: HTMLImageElement) => image.currentSrc)
    await expect.poll(file).toContain('w=750')
    expect(larger).toEqual([])
    await product.zoomIn(1)
    await expect.poll(file).toContain('w=1920')
    await product.zoomOut(1)
  })

  await test.step('the buttons go from 1 to 3 by steps of 0.25 and back', async () => {
    for (const level of ['1.25', '1.5', '1.75', '2', '2.25', '2.5', '2.75', '3']) {
      await product.zoomIn(1)
      await expect(picture(page)).toHaveAttribute('data-zoom', level)
    }
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
    await product.zoomOut(8)
    await expect(picture(page)).toHaveAttribute('data-zoom', '1')
  })

  await test.step('a zoomed picture follows the pointer that drags it, one to one', async () => {
    await product.zoomIn(4)
    const box = await picture(page).locator('..').boundingBox()
    if (box === null) throw new Error('the picture is not on the screen')
    await page.mouse.move(box.x + 80, box.y + 80)
    await page.mouse.down()
    await page.mouse.move(box.x + 80 + box.width / 4, box.y + 80, { steps: 5 })
    await page.mouse.up()
    await page.mouse.move(box.x + 80, box.y + 80)
    expect(await place(page)).toBe('translate(25%, 0%) scale(2)')
  })

  await test.step('arrow buttons and arrow keys move it', async () => {
    await product.zoomOut(4)
    await product.zoomIn(4)
    await page.getByRole('button', { name: 'Pan left' }).click()
    expect(await place(page)).toBe('translate(15%, 0%) scale(2)')
    await page.keyboard.press('ArrowRight')
    expect(await place(page)).toBe('translate(0%, 0%) scale(2)')
  })

  await test.step("the browser's own zoom keys are left to the browser", async () => {
    await page.keyboard.press('Control+-')
    await expect(picture(page)).toHaveAttribute('data-zoom', '2')
  })
})

test('the arrows are in the middle of the edges, clear of the zoom buttons', ONCE, async ({ page, product }) => {
  const boxOf = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    if (box === null) throw new Error(`${name} is not on the screen`)
    return box
  }
  for (const width of [320, 360, 1440]) {
    await test.step(`${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await product.open(PRODUCT.product_id)
      await product.zoomIn(1)
      const frame = await picture(page).locator('..').boundingBox()
      const middle = (frame?.x ?? 0) + (frame?.width ?? 0) / 2
      const down = await boxOf('Pan down')
      for (const box of [await boxOf('Pan up'), down]) expect(box.x + box.width / 2).toBeCloseTo(middle, 0)
      const zoomOut = await boxOf('Zoom out')
      const isBeside = down.x + down.width <= zoomOut.x
      expect(isBeside || down.y + down.height <= zoomOut.y).toBe(true)
    })
  }
})
