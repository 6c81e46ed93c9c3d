import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createAdminAuth } from './admin-auth.ts'

test('a failed load of the sign-in library is tried again by the next call, and a good one is shared', async () => {
  const loads: string[] = []
  const auth = createAdminAuth(async (origin) => {
    loads.push(origin)
    if (loads.length === 1) throw new Error('no such module')
    return async () => Response.json({})
  })
  const app = fastify()
  onTestFinished(() => app.close())
  app.post('/sign-in', async (request) => (await auth.call(request, '/sign-in/email', {})).status)
  const signIn = async () => (await app.inject({ method: 'POST', url: '/sign-in' })).statusCode
  expect([await signIn(), await signIn(), await signIn()]).toEqual([500, 200, 200])
  expect(loads).toHaveLength(2)
})
