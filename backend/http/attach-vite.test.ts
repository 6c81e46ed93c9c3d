import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { attachVite } from './attach-vite.ts'

test('one app serves the sources of two applications, and everything else itself', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  app.get('/*', () => 'the app')
  await attachVite(app, application('/', 'storefront'), (url) => !url.startsWith('/admin'))
  await attachVite(app, application('/admin/', 'admin'), (url) => url.startsWith('/admin'))
  expect((await app.inject('/name.js')).payload).toContain('storefront')
  expect((await app.inject('/admin/name.js')).payload).toContain('admin')
  expect((await app.inject('/admin/orders')).payload).toBe('the app')
  expect((await app.inject('/shop')).payload).toBe('the app')
})

function application(base: string, name: string): string {
  const root = mkdtempSync(join(tmpdir(), 'shop-vite-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'vite.config.ts'), `export default { root: ${JSON.stringify(root)}, base: '${base}' }`)
  writeFileSync(join(root, 'name.js'), `export const name = '${name}'`)
  return root
}
