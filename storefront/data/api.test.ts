import { createServer, type RequestListener, type Server } from 'node:http'
import { deliveryCalls } from '@shop/contract/delivery'
import { afterEach, expect, test } from 'vitest'
import { browserApi } from './api.tsx'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const mine = createServer(listener)
  server = mine
  await new Promise<void>((resolve) => mine.listen(0, '127.0.0.1', resolve))
  const address = mine.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test.each<[string, RequestListener]>([
  ['answers nothing', () => {}],
  ['stops in the middle', (_, response) => response.writeHead(200).write('[')],
])('a backend that %s is no answer, and nobody waits for ever', async (_, listener) => {
  const { call } = browserApi(await serve(listener), 50)
  await expect(call(deliveryCalls.listDeliveryOptions, {})).rejects.toMatchObject({
    name: 'CallError',
    kind: 'network',
  })
})

test('a call aborted by its caller is not a failure of the backend', async () => {
  const { call } = browserApi(await serve(() => {}), 60_000)
  const running = call(deliveryCalls.listDeliveryOptions, {}, { signal: AbortSignal.timeout(20) })
  await expect(running).rejects.toMatchObject({ name: 'TimeoutError' })
})
