import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { get } from './call.ts'
import { defineAdminCalls, defineEndpoints, definePublicAdminCalls } from './endpoint.ts'

const RESPONSE = z.object({ bags: z.array(z.object({ id: z.int() })) })
const LIST = { method: 'GET', path: '/api/admin/bags', summary: '', description: '', response: RESPONSE } as const

test('a call of the admin needs its session, and can be refused without one, besides its own errors', () => {
  const { listBags } = defineAdminCalls({ listBags: { ...LIST, errors: ['conflict'] } })
  expect(listBags).toMatchObject({ name: 'adminListBags', tag: 'admin', cookie: true })
  expect(listBags.errors).toEqual(['unauthorized', 'forbidden', 'conflict'])
})

test('a call before signing in needs no session', () => {
  const { listBags } = definePublicAdminCalls({ listBags: LIST })
  expect(listBags).not.toHaveProperty('cookie')
  expect(listBags).toMatchObject({ name: 'adminListBags', errors: ['forbidden'] })
})

test('a response of the admin is read with its schema, and the first difference is named', () => {
  const { listBags } = defineAdminCalls({ listBags: LIST })
  expect(listBags.parse({ bags: [{ id: 1, more: true }] })).toEqual({ bags: [{ id: 1 }] })
  expect(() => listBags.parse({ bags: [{ id: 1 }, { id: 'x' }] })).toThrow(new TypeError('not understood: bags.1.id'))
})

test('each call of a noun has its own description, its name and its tag', () => {
  const calls = { list: get<number>('/api/bags', Number), count: get<number>('/api/bags/count', Number) }
  const description = { summary: 'Lists', description: '', response: z.number() }
  const { list, count } = defineEndpoints('bags', calls, {
    list: description,
    count: { ...description, summary: 'Counts' },
  })
  expect([list.name, list.tag, list.path, list.summary]).toEqual(['list', 'bags', '/api/bags', 'Lists'])
  expect([count.name, count.path, count.summary]).toEqual(['count', '/api/bags/count', 'Counts'])
})
