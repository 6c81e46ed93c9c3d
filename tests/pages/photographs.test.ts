import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ADDRESSES } from '../browser/addresses.ts'
import { ROOT } from '../harness/command.ts'
import { type BuiltShop, openBuiltShop } from './built-shop.ts'

let shop: BuiltShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

/** Places, groups of bags and close-ups that belong to no product. */
const WIDE = /\/images\/((?:hero|place|detail)-[\w-]+|pair|parts)\.jpg/g

test('each wide photograph of the shop is on one page', async () => {
  const pages = new Map<string, string[]>()
  for (const address of ADDRESSES) {
    const { text } = await shop.get(address)
    for (const name of new Set([...text.matchAll(WIDE)].map(([, name = '']) => name)))
      pages.set(name, [...(pages.get(name) ?? []), address])
  }
  expect(pages.size).toBeGreaterThanOrEqual(7)
  expect([...pages].filter(([, addresses]) => addresses.length > 1)).toEqual([])
})

const GOODS = z.array(z.object({ product_id: z.string(), images: z.array(z.object({ file: z.string() })) }))

test('the pictures of a product end with its close-up', () => {
  const goods = GOODS.parse(JSON.parse(readFileSync(join(ROOT, 'catalog/products.json'), 'utf8')))
  const closeUps = goods.flatMap(({ images }) => {
    const place = images.findIndex(({ file }) => file.endsWith('-detail.jpg'))
    return place === -1 ? [] : [images.length - 1 - place]
  })
  expect(closeUps.length).toBeGreaterThan(15)
  expect(new Set(closeUps)).toEqual(new Set([0]))
})
