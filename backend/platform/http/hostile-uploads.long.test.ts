import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { UPLOAD_PATH } from '@shop/contract/catalog/admin'
import { adminSeveralProducts } from '@shop/contract/catalog/several-products'
import { adminOrderImports } from '@shop/contract/orders/import'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let helper: AdminVisitor
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  shop = await openTestShop('sqlite')
  helper = await signInAs(shop, 'helper')
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await shop.close()
})

/** A connection that sends this, and reads nothing of what comes back. */
async function hold(text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.pause()
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(text)
}

const send = (type: string, path: string, payload: string | Buffer) =>
  shop.app.inject({
    method: 'POST',
    url: path,
    headers: {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      cookie: [...helper.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': type,
    },
    payload,
  })

test('pages are answered while pictures and tables attack, beside clients that send and read slowly', async () => {
  const bomb = gunzipSync(await readFile(join(import.meta.dirname, '../../testing/bombs/progressive.jpg.gz')))
  for (let client = 0; client < 100; client += 1) {
    await hold(
      'POST /api/auth/signIn HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
    )
    await hold('GET /api/products HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(5))
  }
  const commas = ','.repeat(1_000_000)
  let isOver = false
  const attacks = Promise.all([
    ...[1, 2, 3].map((bag) => send('application/octet-stream', `${UPLOAD_PATH}?name=bag-${bag}.jpg`, bomb)),
    ...[1, 2, 3].map(() => helper.call(adminOrderImports.previewOrdersImport, { text: commas, columns: null })),
    helper.call(adminSeveralProducts.previewImport, { csv: commas }),
    send('application/json', adminOrderImports.previewOrdersImport.path, `{"text":${'['.repeat(2_000_000)}`),
  ]).finally(() => {
    isOver = true
  })
  let answered = 0
  while (!isOver) {
    const page = await fetch(`http://127.0.0.1:${port}/api/products`)
    expect([page.status, (await page.json()).length > 0]).toEqual([200, true])
    answered += 1
  }
  expect((await attacks).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 200, 200, 200, 200, 400])
  expect(answered).toBeGreaterThan(20)
})
