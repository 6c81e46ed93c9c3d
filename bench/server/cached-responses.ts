import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import type { ShopServer } from '../../tests/harness/shop/shop-server.ts'
import { median, requestsPerSecond } from '../load.ts'

const ROUNDS = 5
const BROTLI_HEADERS = { 'accept-encoding': 'br' }

/** Throughput of one URL of the shop relative to bare `node:http` with the same bytes, measured alternately. */
export async function cachedAgainstBare(shop: ShopServer, path: string): Promise<{ shop: number; ratio: number }> {
  const bare = await startBare(await fetchResponse(`${shop.address}${path}`))
  const rounds: { shop: number; bare: number }[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        shop: await requestsPerSecond(`${shop.address}${path}`, BROTLI_HEADERS),
        bare: await requestsPerSecond(bare.address, BROTLI_HEADERS),
      })
    }
  } finally {
    bare.stop()
  }
  return {
    shop: Math.round(median(rounds.map((round) => round.shop))),
    ratio: median(rounds.map((round) => round.shop / round.bare)),
  }
}

/** A response as sent: compressed body and headers. */
export async function fetchResponse(address: string): Promise<{ body: string; headers: Record<string, unknown> }> {
  const [response] = await once(get(address, { headers: BROTLI_HEADERS }), 'response')
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = response.headers
  return { body: (await buffer(response)).toString('base64'), headers }
}

async function startBare(response: object): Promise<{ address: string; stop: () => void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(response))
  const [line] = await once(createInterface(child.stdout), 'line')
  return { address: String(line), stop: () => void child.kill() }
}
