import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../testing/storage.ts'
import { emptyRemovedDevice, FAIR_KIT_KEY, FAIR_ORDER_PREFIX } from './fair-storage.ts'
import { DRAFT_PREFIX } from './use-draft.ts'

const THEIRS = [FAIR_KIT_KEY, `${FAIR_ORDER_PREFIX}one`, `${DRAFT_PREFIX}grace:fair-order`]
const OTHERS = [`${FAIR_ORDER_PREFIX}two`, `${DRAFT_PREFIX}ada:note`]

let sessionStatus: number
let removed: string[]

beforeEach(() => {
  vi.useFakeTimers()
  sessionStatus = 401
  removed = ['grace']
  vi.stubGlobal('localStorage', createStorage())
  for (const key of THEIRS) localStorage.setItem(key, JSON.stringify({ admin_id: 'grace' }))
  for (const key of OTHERS) localStorage.setItem(key, JSON.stringify({ admin_id: 'ada' }))
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url === '/healthz') return new Response()
    if (url === adminEntrance.checkRemoved.path)
      return Response.json({ is_removed: removed.includes(JSON.parse(String(body)).id) })
    expect(url).toBe(adminSession.getSession.path)
    if (sessionStatus === 0) throw new TypeError('Failed to fetch')
    return Response.json(
      { success: false, error: 'unauthorized', message: 'Please sign in.' },
      { status: sessionStatus },
    )
  })
})
afterEach(async () => {
  // Asks whether the shop is there again.
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const left = () => [...THEIRS, ...OTHERS].filter((key) => localStorage.getItem(key) !== null)

test('a removed helper’s device loses prices, codes, orders and drafts, and nothing of others', async () => {
  expect(await emptyRemovedDevice()).toBe(true)
  expect(left()).toEqual(OTHERS)
  expect(await emptyRemovedDevice()).toBe(false)
})

test.each([
  ['whose session has only ended', 401, []],
  ['that does not reach the shop', 0, ['grace']],
  ['whose shop is busy', 503, ['grace']],
])('a device %s keeps everything', async (_what, status, gone) => {
  sessionStatus = status
  removed = gone
  expect(await emptyRemovedDevice()).toBe(false)
  expect(left()).toEqual([...THEIRS, ...OTHERS])
})
