import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createViteRunner } from '../backend/http/development-vite.ts'
import { close, listen } from './testing-servers.ts'
import { openViteServers } from './vite-servers.ts'

async function openApplications() {
  const server = createServer((request, response) => {
    servers.middleware(request, response, () => response.end('the backend'))
  })
  const roots = { storefront: application('/', 'storefront'), admin: application('/admin/', 'admin') }
  const servers = await openViteServers(server, roots)
  const address = `http://127.0.0.1:${await listen(server)}`
  onTestFinished(() => close(server))
  return { servers, roots, send: async (path: string) => (await fetch(`${address}${path}`)).text() }
}

function application(base: string, name: string): string {
  const root = mkdtempSync(join(tmpdir(), 'shop-vite-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'vite.config.ts'), `export default { root: ${JSON.stringify(root)}, base: '${base}' }`)
  writeFileSync(join(root, 'name.js'), `export const name = '${name}'`)
  writeFileSync(join(root, 'entry.js'), `export { name } from './name.js'`)
  return root
}

test('the sources of both applications are served, and everything else goes to the backend', async () => {
  const { send } = await openApplications()
  expect(await send('/name.js')).toContain('storefront')
  expect(await send('/admin/name.js')).toContain('admin')
  for (const path of ['/shop', '/admin', '/admin/orders', '/api/products', '/images/101.jpg']) {
    expect(await send(path)).toBe('the backend')
  }
})

test('the backend runs the current modules of an application, and its pages have the scripts of Vite', async () => {
  const { servers, roots } = await openApplications()
  const runner = createViteRunner('storefront', (call) => servers.call({ ...call, id: 1 }))
  const name = async () => (await runner.import<{ name: string }>('/entry.js')).name
  expect(await name()).toBe('storefront')
  writeFileSync(join(roots.storefront, 'name.js'), `export const name = 'changed'`)
  await expect.poll(name).toBe('changed')

  const page = { id: 2, application: 'admin', name: 'transformHtml', url: '/admin', html: '<head></head>' } as const
  expect(await servers.call(page)).toContain('/admin/@vite/client')
})
