import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../harness/command.ts'
import { writeMugs } from '../../harness/shop/other-goods.ts'
import { type ShopServer, startShop } from '../../harness/shop/shop-server.ts'
import { shopTemplate } from '../../harness/shop/shop-template.ts'
import { test as base, expect, ONCE } from '../fixtures.ts'
import { Quiz } from '../quiz/quiz.ts'

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
      const server = await openShopWith(await writeMugs())
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('a shop of mugs is found, filtered, matched and put into the cart like any other', ONCE, async ({ page }) => {
  const quiz = new Quiz(page)
  await quiz.open()
  await expect(page.getByRole('region', { name: 'From our collection' }).getByRole('link')).toHaveCount(3)
  await quiz.choose('On a boat', 'Moss')
  await quiz.expectMatch('Tide Mug, Moss')
  await expect(quiz.section.getByText('We picked it because you sail.')).toBeVisible()

  const main = page.getByRole('main')
  const names = main.getByRole('heading', { level: 2 })
  await page.getByRole('banner').getByRole('link', { name: 'About us' }).click()
  const harbor = main.getByRole('link', { name: 'Stays put in every swell.' })
  // Without a banner it is a photograph of the product, which is square: nothing of it is cut off.
  const { width = 0, height = 0 } = (await harbor.getByRole('img').boundingBox()) ?? {}
  expect(width).toBeGreaterThan(100)
  expect(width).toBeCloseTo(height, 0)
  await harbor.click()
  await expect(page).toHaveURL('/shop?line=Harbor')
  await expect(names).toHaveText(['Harbor', 'Pier Mug, Moss', 'Tide Mug, Moss'])

  const chips = main.getByRole('list', { name: 'Line' }).getByRole('link')
  await expect(chips).toHaveText([/^Morning/, /^Harbor/, /^Table/])
  await chips.filter({ hasText: 'Harbor' }).click()
  await expect(names).toHaveCount(7)

  await main.getByRole('link', { name: 'Dawn Mug, Moss' }).first().click()
  await expect(main.getByRole('region', { name: 'Goes with it' }).getByRole('heading', { level: 3 })).toHaveText([
    'Saucer',
    'Spoon, Moss',
  ])
  await main.getByRole('button', { name: 'Add to Cart' }).click()
  await main.getByRole('link', { name: 'Review Cart' }).click()
  const companions = main.getByRole('region', { name: 'Goes well with your cart' })
  await companions.getByRole('button', { name: 'Add to Cart: Saucer' }).click()
  await expect(companions.getByRole('listitem')).toHaveText([/Spoon, Moss/])
})
