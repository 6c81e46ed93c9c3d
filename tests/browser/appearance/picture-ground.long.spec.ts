import type { Page } from '@playwright/test'
import { expect, ONCE, test } from '../fixtures.ts'

/** A square of the photographs' ground, which each format decodes to a color beside it. */
const SQUARES = {
  avif: 'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACQAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAsbWRhdBIACgg4DP/aQENBpDIWGMJjBMAANIAAAAA6125pclpNbclMgA==',
  webp: 'UklGRiwAAABXRUJQVlA4ICAAAABwAQCdASoQABAAAUAiJZwCdAFAAAD+/Fgy0iC0AwAAAA==',
} as const

for (const [format, square] of Object.entries(SQUARES))
  test(`a card's ${format} picture has no edge on its wider frame`, ONCE, async ({ page, shop }) => {
    await page.route('**/images/**', (route) =>
      route.fulfill({ contentType: `image/${format}`, body: Buffer.from(square, 'base64') }),
    )
    await shop.open()
    const picture = shop.cards().first().locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16)
    const frame = await shop.cards().first().locator('.bg-ground').boundingBox()
    if (frame === null) throw new Error('the card has no frame')
    expect(frame.width).toBeGreaterThan(frame.height + 40)
    const clip = { x: frame.x, y: frame.y + frame.height / 2, width: frame.width, height: 1 }
    expect(await colorsOf(page, await page.screenshot({ clip }))).toEqual(['242,238,230'])
  })

/** The different colors of a picture. */
function colorsOf(page: Page, png: Buffer): Promise<string[]> {
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
      drawing?.drawImage(image, 0, 0)
      const data = drawing?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
      const colors = new Set<string>()
      for (let at = 0; at < data.length; at += 4) colors.add(data.slice(at, at + 3).join())
      return [...colors]
    },
    [...png],
  )
}
