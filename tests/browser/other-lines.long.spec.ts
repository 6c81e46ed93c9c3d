import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../harness/command.ts'
import { writeOtherLines } from '../harness/other-goods.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'
import { shopTemplate } from '../harness/shop-template.ts'
import { test as base, expect, ONCE } from './fixtures.ts'
import { Quiz } from './quiz.ts'

/** Starts a shop into which a folder was imported as its family would. */
async function openShopWith(goods: string): Promise<ShopServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-data-'))
  await cp(await shopTemplate(), dataDir, { recursive: true })
  const command = ['backend/commands/shop.ts', 'catalog', 'import', goods, '--yes', '--stock', '--large-price-changes']
  await promisify(execFile)(process.execPath, command, { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } })
  await rm(goods, { recursive: true })
  return startShop({}, { dataDir })
}

const test = base.extend<object, { server: ShopServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const server = await openShopWith(await writeOtherLines())
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('a shop with other lines presents them, and its own quiz leads to one of its bags', ONCE, async ({ page }) => {
  const quiz = new Quiz(page)
  await quiz.open()
  await expect(page.getByRole('region', { name: 'Our backpacks' }).getByRole('link')).toHaveCount(3)
  await quiz.choose('By bike', 'Blue')
  await quiz.expectMatch('Rider, Blue')
  await expect(quiz.section.getByText('Because you ride.')).toBeVisible()

  const main = page.getByRole('main')
  await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Walker, Blue', 'Walker, Grey', 'Rider, Blue'])
  await page.getByRole('banner').getByRole('link', { name: 'About us' }).click()
  const rider = main.getByRole('link', { name: 'Stays put in every curve.' })
  // Without a banner it is a photograph of the bag, which is square: nothing of it is cut off.
  const { width = 0, height = 0 } = (await rider.getByRole('img').boundingBox()) ?? {}
  expect(width).toBeGreaterThan(100)
  expect(width).toBeCloseTo(height, 0)
  await rider.click()
  await expect(page).toHaveURL('/shop?line=Rider')
})
