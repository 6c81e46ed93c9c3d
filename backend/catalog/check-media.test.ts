import { cp, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listProductsEndpoint } from '@shop/contract/catalog'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCatalogVersion } from '../catalog-version/catalog-version.ts'
import { createMediaRecords } from '../images/media-records.ts'
import { type MediaRecords, openMediaStore } from '../images/media-store.ts'
import { ENGINES } from '../testing/engines.ts'
import { buildImage, testPhotos } from '../testing/test-catalog.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { checkMedia } from './check-media.ts'

const FILE = 'campus-slim-blue-quarter.jpg'

describe.each(ENGINES)('media records on %s', (engine) => {
  let shop: TestShop
  let folder: string
  let records: MediaRecords
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-photos-'))
    await cp(await testPhotos(), folder, { recursive: true, preserveTimestamps: true })
    shop = await openTestShop(engine)
    records = createMediaRecords(shop.store.database)
  })
  afterEach(async () => {
    await shop.close()
    await rm(folder, { recursive: true })
  })

  const address = /^\/images\/campus-slim-blue-quarter\.jpg\?v=[0-9a-f]{8}$/
  const listed = async () => {
    const { products } = await shop.call(listProductsEndpoint, {})
    return products.find(({ product_id }) => product_id === '101')?.pictures[0]?.src
  }
  const replacePhoto = async () => writeFile(join(folder, FILE), await buildImage(80))
  const check = () => checkMedia({ database: shop.store.database, folder, records })
  const version = () => readCatalogVersion(shop.store.database)

  test('the import records pictures, so that the product list reads no file', async () => {
    const elsewhere = await openTestShop(engine, { media: openMediaStore(join(folder, 'no-such-folder')) })
    const { products } = await elsewhere.call(listProductsEndpoint, {})
    await elsewhere.close()
    expect(products.find(({ product_id }) => product_id === '101')?.pictures[0]?.src).toMatch(address)
  })

  test('a database without media records is filled by the check at the start', async () => {
    await shop.store.database.deleteFrom('photos').execute()
    const before = await version()
    await check()
    expect(await version()).toBe(before + 1)
    await expect.poll(listed).toMatch(address)
    const [first] = await records.find([FILE])
    expect(first).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{8}$/), width: 64, height: 64 })
    await check()
    expect(await version()).toBe(before + 1)
  })

  test('a photograph with the date and size of its record is not read again', async () => {
    const [record] = await records.find([FILE])
    if (record === undefined) throw new Error('the import has recorded nothing')
    // Of the same size, so that only reading it shows the difference.
    await writeFile(join(folder, FILE), Buffer.alloc(record.bytes))
    await utimes(join(folder, FILE), new Date(), new Date(record.modifiedAt))
    expect(await openMediaStore(folder, records).find(FILE)).toMatchObject({ hash: record.hash })
  })

  test('requesting a replaced photograph updates its record, and the list has its new address', async () => {
    const media = openMediaStore(folder, records)
    const before = await media.find(FILE)
    await replacePhoto()
    const after = await media.find(FILE)
    expect(after).toMatchObject({ width: 80 })
    expect(after?.hash).not.toBe(before?.hash)
    await expect.poll(listed, { timeout: 5000 }).toBe(`/images/${FILE}?v=${after?.hash}`)
  })

  test('a photograph replaced while the shop was stopped is found at the next start', async () => {
    await replacePhoto()
    await check()
    const [record] = await records.find([FILE])
    await expect.poll(listed, { timeout: 5000 }).toBe(`/images/${FILE}?v=${record?.hash}`)
    expect(record).toMatchObject({ width: 80 })
  })

  test('pictures are served while the database is unavailable', async () => {
    const away: MediaRecords = {
      find: () => Promise.reject(new Error('away')),
      save: () => Promise.reject(new Error('away')),
    }
    expect(await openMediaStore(folder, away).find(FILE)).toMatchObject({ width: 64 })
  })
})
