import { mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { picturesFinished } from '../../tests/harness/browser/finished-pictures.ts'
import { ROOT } from '../../tests/harness/command.ts'
import { OWNERS_SHOP, type ShopServer, startShop } from '../../tests/harness/shop/shop-server.ts'
import { launchBrowser, PHONE_CONTEXT } from './phone.ts'

/** Variants of pictures, cached for later runs; the shops of the tests share smaller ones. */
const PICTURES_FOLDER = join(ROOT, 'node_modules/.cache/bench-pictures')

/** A shop as its owner starts it: with the whole catalog and its real pictures. */
export async function startRealShop(): Promise<ShopServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  await mkdir(PICTURES_FOLDER, { recursive: true })
  await symlink(PICTURES_FOLDER, join(dataDir, 'images'))
  return startShop({}, { dataDir, program: OWNERS_SHOP })
}

/** Waits until every picture is made that these pages show on a phone. */
export async function makePictures(shop: string, paths: readonly string[]): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage(PHONE_CONTEXT)
    for (const path of paths) {
      await page.goto(shop + path)
      await picturesFinished(page)
    }
  } finally {
    await browser.close()
  }
}
