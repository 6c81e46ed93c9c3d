import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../backend/testing/servers/free-port.ts'
import { findProgram } from '../../tests/harness/servers/haproxy.ts'
import { NGINX, startNginx } from '../../tests/harness/servers/nginx.ts'
import { OWNERS_SHOP, startShop } from '../../tests/harness/shop/shop-server.ts'
import { median, requestsPerSecond } from '../load.ts'
import { fetchResponse } from './cached-responses.ts'

const ROUNDS = 3
const PAGE_PATH = '/shop'
const REQUEST_HEADERS = { 'accept-encoding': 'br', host: 'shop.example' }

/**
 * The shop behind the shipped nginx with https against an nginx with as many workers that sends the same bytes from a file,
 * as a ratio of throughput measured alternately. `null` where nginx is missing.
 */
export async function againstNginx(): Promise<number | null> {
  const program = findProgram(NGINX)
  if (program === null) return null
  const settings = { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://shop.example', LOG_LEVEL: 'info' }
  const shop = await startShop(settings, { program: OWNERS_SHOP })
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const port = await freePort()
  const { body } = await fetchResponse(`${shop.address}${PAGE_PATH}`)
  const files = join(folder, 'files')
  await mkdir(files)
  await writeFile(join(files, 'page'), Buffer.from(body, 'base64'))
  const nginx = await startNginx(program, new URL(shop.address).host, {
    workers: availableParallelism(),
    servers: (certificate) =>
      `server { listen 127.0.0.1:${port} ssl; ${certificate} root ${files}; default_type text/html; }`,
  })
  try {
    return await ratioOf(`https://127.0.0.1:${nginx.port}${PAGE_PATH}`, `https://127.0.0.1:${port}/page`)
  } finally {
    await nginx.stop()
    await shop.stop()
    await rm(folder, { recursive: true })
  }
}

async function ratioOf(shop: string, file: string): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ratios.push((await requestsPerSecond(shop, REQUEST_HEADERS)) / (await requestsPerSecond(file, REQUEST_HEADERS)))
  }
  return median(ratios)
}
