import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@shop/contract/client'
import { contactUsEndpoint } from '@shop/contract/contact'
import { CallError } from '@shop/contract/errors'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../backend/database/database.ts'
import { startShop } from '../harness/shop-server.ts'
import { shopTemplate } from '../harness/shop-template.ts'

/** How much the database file may grow, in blocks of 512 bytes; the limit has the effect of a full disk. */
const BLOCKS = 2600
const KIM = { firstName: 'Kim', lastName: 'Visitor', email: 'kim@example.org' }

test('a full disk is a clear error, loses no acknowledged write, and does not end the shop', async () => {
  const { size } = await stat(join(await shopTemplate(), 'shop.sqlite'))
  const server = await startShop(
    { TRUST_PROXY: '127.0.0.1' },
    { launcher: ['sh', '-c', `ulimit -f ${Math.ceil(size / 512) + BLOCKS}; exec "$@"`, 'sh'] },
  )
  onTestFinished(async () => void (await server.stop()))
  const acknowledged: string[] = []
  let failure: unknown = null
  for (let number = 0; failure === null && number < 3000; number += 1) {
    const from = { 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` }
    const call = createClient(server.address, (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, ...from } }),
    )
    const message = `${number} ${'strap '.repeat(300)}`.trim()
    const body = { ...KIM, reason: 'Feedback' as const, reference: '', message }
    try {
      await call(contactUsEndpoint, { body })
      acknowledged.push(message)
    } catch (error) {
      failure = error
    }
  }
  expect(failure).toBeInstanceOf(CallError)
  expect(failure).toMatchObject({ status: 503, serverMessage: expect.any(String) })
  expect((await fetch(`${server.address}/shop`)).status).toBe(200)
  expect((await fetch(`${server.address}/api/products`)).status).toBe(200)
  await server.kill()

  const store = await openStore({ databaseUrl: null, dataDir: server.dataDir })
  const stored = await store.database.selectFrom('contact_messages').select('message').execute()
  await store.close()
  expect(acknowledged.length).toBeGreaterThan(0)
  const texts = new Set(stored.map(({ message }) => message))
  expect(acknowledged.filter((message) => !texts.has(message))).toEqual([])
})
