import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UPLOAD_PATH } from '@shop/contract/catalog/admin'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN_CALLS } from '../../tests/harness/contract-calls.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { openTestShop } from '../testing/test-shop.ts'

test('the shipped nginx takes large bodies for the addresses that take them, and for no other', async () => {
  const shop = await openTestShop('sqlite')
  onTestFinished(() => shop.close())
  const owner = await signInAs(shop, 'owner')
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = {
    host: 'localhost:3000',
    origin: 'http://localhost:3000',
    cookie,
    'content-type': 'application/json',
  }
  const config = readFileSync(join(import.meta.dirname, '../../deploy/nginx/shop.conf'), 'utf8')
  const pattern = /location ~ (\^\/api\/admin\/\S+) \{[^}]*client_max_body_size 64m/.exec(config)?.[1] ?? ''
  expect(new RegExp(pattern).test(UPLOAD_PATH)).toBe(true)
  const isLarge: string[] = []
  const isLet: string[] = []
  for (const { method, path } of ADMIN_CALLS) {
    if (method !== 'POST') continue
    const url = path.replaceAll(/:\w+/g, '1')
    const { statusCode } = await shop.app.inject({ method, url, headers, payload: `"${'x'.repeat(70_000)}` })
    if (statusCode !== 413) isLarge.push(path)
    if (new RegExp(pattern).test(url)) isLet.push(path)
  }
  expect(isLarge.length).toBeGreaterThan(10)
  expect(isLet).toEqual(isLarge)
})
