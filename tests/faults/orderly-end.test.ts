import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startShop } from '../harness/shop-server.ts'

test('SIGTERM lets running requests finish, and the shop ends by itself', async () => {
  const server = await startShop()
  onTestFinished(async () => void (await server.stop()))
  const body = JSON.stringify({ loginId: 'demo@packwright.example', password: 'backpack40' })
  const running = request(`${server.address}/api/auth/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    running.once('error', reject)
    running.once('response', async (answer) => resolve({ status: answer.statusCode ?? 0, body: await text(answer) }))
  })
  running.write(body.slice(0, 10))
  // The shop has the request once it answers another that came after it on the same machine.
  await fetch(`${server.address}/api/products`)
  const ended = server.stop()
  await expect.poll(() => fetch(server.address).catch(() => 'refused')).toBe('refused')
  running.end(body.slice(10))
  expect(await answered).toMatchObject({ status: 200, body: expect.stringContaining('"token"') })
  expect(await ended).toBe(0)
})
