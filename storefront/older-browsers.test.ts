import { parse } from 'acorn'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shop } from '../shop.config.ts'
import { inlineScripts, render } from './entry-server.tsx'

/** Built-ins that the oldest browsers of R56 lack, but for those that Node's own `Response` needs. */
const NEWER: [object: object, name: string][] = [
  [Map, 'groupBy'],
  [Object, 'groupBy'],
  [URL, 'canParse'],
]
const removed = NEWER.map(([object, name]) => [object, name, Object.getOwnPropertyDescriptor(object, name)] as const)

beforeEach(() => removed.forEach(([object, name]) => void Reflect.deleteProperty(object, name)))
afterEach(() => {
  for (const [object, name, property] of removed) if (property) Object.defineProperty(object, name, property)
})

const PRODUCT = {
  product_id: 7,
  product_name: 'Sling, Blue',
  color: 'Blue',
  line: 'Slings',
  price: 10,
  image_url: 'a.jpg',
}

test.each(['/', '/shop', '/shop?sort=name&view=list', '/product/7', '/compare?ids=7', '/login'])(
  '%s needs no built-in that the oldest browsers lack (R56)',
  async (url) => {
    const send = async (address: string) => Response.json(/\/7$/.test(address) ? PRODUCT : [PRODUCT])
    const { status, html } = await render(url, { send, manifest: null, origin: '', apiUrl: '', shop })
    expect([status, html]).toEqual([200, expect.not.stringContaining('Loading product')])
  },
)

test.each(inlineScripts)('the scripts within a page are written in the syntax of 2022 (R56)', (script) => {
  expect(() => parse(script, { ecmaVersion: 2022 })).not.toThrow()
})
