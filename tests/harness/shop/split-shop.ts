import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type ShopServer, startShop } from './shop-server.ts'

/** By how many milliseconds each answer is late. */
const LATE_MS = 120

const IDS: readonly string[] = ['product_id', 'order_id', 'orderId', 'customer_id', 'delivery_type_id']

/** A shop whose pages have another backend (`API_URL`): on another origin, late, and with numbers for ids (R1, R3). */
export async function startSplitShop(): Promise<ShopServer> {
  const backend = await startShop()
  const server = createServer((request, response) => void forward(request, response, backend.address))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const apiAddress = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const pages = await startShop({ API_URL: apiAddress })
  const stop = async () => {
    const code = await pages.stop()
    server.closeAllConnections()
    server.close()
    await backend.stop()
    return code
  }
  return { ...pages, apiAddress, stop }
}

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': 'retry-after',
}

async function forward(request: IncomingMessage, response: ServerResponse, backend: string): Promise<void> {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, ANY_ORIGIN).end()
    return
  }
  const body = await buffer(request)
  const { authorization, 'content-type': type, accept } = request.headers
  const answer = await fetch(`${backend}${request.url}`, {
    method: request.method ?? 'GET',
    headers: {
      ...(accept && { accept }),
      ...(authorization && { authorization }),
      ...(type && { 'content-type': type }),
    },
    ...(body.length > 0 && { body: withTexts(body.toString()) }),
  })
  const contentType = answer.headers.get('content-type') ?? 'text/plain'
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isJson = contentType.includes('json')
  if (isJson) await wait(LATE_MS)
  response.writeHead(answer.status, { ...ANY_ORIGIN, 'content-type': contentType })
  response.end(isJson && bytes.length > 0 ? withNumbers(bytes.toString()) : bytes)
}

function withNumbers(json: string): string {
  return JSON.stringify(JSON.parse(json), (name, value) =>
    IDS.includes(name) && typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value,
  )
}

/** Ids as our own backend has them. */
function withTexts(json: string): string {
  return JSON.stringify(JSON.parse(json), (name, value) =>
    IDS.includes(name) && typeof value === 'number' ? String(value) : value,
  )
}
