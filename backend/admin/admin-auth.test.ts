import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAdminAuth } from './admin-auth.ts'

test('a failed load of the sign-in library is tried again by the next call, and a good one is shared by all hosts', async () => {
  const loads: boolean[] = []
  const auth = createAdminAuth(async (isHttps) => {
    loads.push(isHttps)
    if (loads.length === 1) throw new Error('no such module')
    return async () => Response.json({})
  }, vi.fn())
  const app = fastify()
  onTestFinished(() => app.close())
  app.post('/sign-in', async (request) => (await auth.call(request, '/sign-in/email', {})).status)
  const signIn = async (host: string) =>
    (await app.inject({ method: 'POST', url: '/sign-in', headers: { host } })).statusCode
  expect([await signIn('a.example'), await signIn('b.example'), await signIn('c.example')]).toEqual([500, 200, 200])
  expect(loads).toEqual([false, false])
})
