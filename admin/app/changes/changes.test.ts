import { adminAudit } from '@shop/contract/audit/admin'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../../testing/storage.ts'
import { call } from '../call.ts'
import { createQueryClient } from '../query-client.ts'
import { sessionExpiry } from '../session.ts'
import { type Change, finishChange, registerResend, sendingOptions, undo } from './changes.ts'
import { storePendingChanges } from './pending-changes.ts'

const READ = { method: 'GET', path: '/api/admin/audit', parse: (body: unknown) => body } as const

type Sent = { url: string; key: string | null; body: string }

let sent: Sent[]
let statuses: number[]
beforeEach(() => {
  sent = []
  statuses = []
  vi.stubGlobal('fetch', async (url: string, { headers, body }: RequestInit) => {
    sent.push({ url, key: new Headers(headers).get('idempotency-key'), body: String(body) })
    const status = statuses.shift() ?? 200
    return Response.json(status === 200 ? { audit_id: 8 } : { success: false, error: 'unauthorized', message: '' }, {
      status,
    })
  })
})
afterEach(() => {
  onlineManager.setOnline(true)
  sessionExpiry.close()
  vi.useRealTimers()
})

function openPage(store: Storage) {
  const queryClient = createQueryClient()
  registerResend(queryClient)
  const close = storePendingChanges(queryClient, store, 'ada')
  return { queryClient, close }
}

test('a change made offline survives a reload, and is sent once with its key', async () => {
  const store = createStorage()
  onlineManager.setOnline(false)
  const first = openPage(store)
  void undo(first.queryClient, 7, [])
  await expect.poll(() => store.key(0)).toMatch(/^admin-pending-changes:ada:/)
  first.close()
  expect(sent).toEqual([])

  const second = openPage(store)
  onlineManager.setOnline(true)
  await second.queryClient.resumePausedMutations()
  expect(sent).toEqual([
    { url: adminAudit.undoChange.path, key: expect.stringMatching(/^[\w-]{36}$/), body: '{"id":7}' },
  ])
  expect(store.length).toBe(0)
  second.close()
})

/** Sends a change that is sent now or not at all. */
function sendNow(queryClient: ReturnType<typeof createQueryClient>) {
  const change: Change<typeof adminAudit.undoChange> = {
    ...{ endpoint: 'POST /api/admin/audit/undo', request: { body: { id: 7 } }, idempotencyKey: crypto.randomUUID() },
    ...{ done: 'Undone', refreshes: [], draft: null },
  }
  const options = queryClient.defaultMutationOptions(sendingOptions(adminAudit.undoChange, { neverWaits: true }))
  return queryClient.getMutationCache().build(queryClient, options).execute(change)
}

test('a change that never waits is neither stored nor sent later without a connection, and says so', async () => {
  const store = createStorage()
  onlineManager.setOnline(false)
  const { queryClient, close } = openPage(store)
  await expect(sendNow(queryClient)).rejects.toThrow('this wasn’t sent. Please try again once you’re back online.')
  expect(store.length).toBe(0)
  onlineManager.setOnline(true)
  await queryClient.resumePausedMutations()
  expect(sent).toEqual([])
  close()
})

test('a change that never waits is not repeated when its answer is lost, and says that it may have been done', async () => {
  const store = createStorage()
  let stored = 0
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url === '/healthz') return new Response()
    stored = store.length
    sent.push({ url, key: null, body: String(body) })
    throw new TypeError('Failed to fetch')
  })
  const { queryClient, close } = openPage(store)
  await expect(sendNow(queryClient)).rejects.toThrow('we don’t know whether this was done')
  // The page asks whether the shop answers again, and repeats nothing once it does.
  await vi.runAllTimersAsync()
  expect([onlineManager.isOnline(), stored, store.length, sent.length]).toEqual([true, 0, 0, 1])
  close()
})

/** Error pages of the shipped proxies. */
const PROXY_PAGES = [502, 503, 504]

test.each(PROXY_PAGES)(
  'a read and a change that a proxy answers with %i are sent again, the change with its key',
  async (status) => {
    vi.useFakeTimers()
    const answers = [new Response('<h1>Back in a moment</h1>', { status }), Response.json({ audit_id: null })]
    const keys: (string | null)[] = []
    vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
      keys.push(new Headers(headers).get('idempotency-key'))
      return answers[keys.length % 2 === 1 ? 0 : 1]?.clone()
    })
    const { queryClient, close } = openPage(createStorage())
    const done = undo(queryClient, 7, [])
    await vi.runAllTimersAsync()
    await done
    expect(keys).toEqual([expect.any(String), keys[0]])
    const read = queryClient.fetchQuery({ queryKey: ['read'], queryFn: () => call(READ, {}) })
    await vi.runAllTimersAsync()
    expect(await read).toEqual({ audit_id: null })
    close()
  },
)

test.each(PROXY_PAGES)(
  'a change that never waits says after an answer %i of a proxy that it may have been done',
  async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Back in a moment</h1>', { status }))
    const { queryClient, close } = openPage(createStorage())
    await expect(sendNow(queryClient)).rejects.toThrow('we don’t know whether this was done')
    close()
  },
)

test('a change that the shop itself refuses as unavailable is not sent again', async () => {
  const { queryClient, close } = openPage(createStorage())
  statuses.push(503, 200)
  await undo(queryClient, 7, [])
  expect(sent).toHaveLength(1)
  close()
})

test('two tabs that close offline both leave their changes, which are sent in the order in which they were made', async () => {
  const store = createStorage()
  onlineManager.setOnline(false)
  const tabs = [openPage(store), openPage(store)] as const
  for (const [id, { queryClient, close }] of [
    [7, tabs[1]],
    [8, tabs[0]],
  ] as const) {
    void undo(queryClient, id, [])
    await expect.poll(() => store.length).toBe(id - 6)
    close()
  }
  const later = openPage(store)
  onlineManager.setOnline(true)
  await later.queryClient.resumePausedMutations()
  expect(sent.map(({ body }) => body)).toEqual(['{"id":7}', '{"id":8}'])
  expect(store.length).toBe(0)
  later.close()
})

test('a change waits for a new sign-in, and is then sent with the same key', async () => {
  const { queryClient, close } = openPage(createStorage())
  sessionExpiry.open('ada')
  statuses.push(401)
  const done = undo(queryClient, 7, [])
  await expect.poll(() => sessionExpiry.isExpired()).toBe(true)
  sessionExpiry.open('grace')
  expect(sent).toHaveLength(1)
  sessionExpiry.open('ada')
  await done
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  close()
})

test.each([
  ['goes', 'It does.', null],
  ['leaves what was typed behind it', 'It does.\n\nAnd the small one.', 'And the small one.'],
  ['leaves another text', 'Not quite.', 'Not quite.'],
])('a draft that a change was typed in %s once the change is made', async (_, typed, left) => {
  const localStorage = createStorage()
  vi.stubGlobal('window', { localStorage })
  localStorage.setItem('admin-draft:answer-1', typed)
  const draft = { name: 'answer-1', text: 'It does.' }
  await finishChange(createQueryClient(), { audit_id: null }, { done: 'Sent', refreshes: [], draft })
  expect(localStorage.getItem('admin-draft:answer-1')).toBe(left)
})

test.each([
  ['', 'It does.'],
  ['And the small one.', 'It does.\n\nAnd the small one.'],
])('the undo of an answer puts its words back before what was typed since: "%s"', async (typed, left) => {
  const localStorage = createStorage()
  vi.stubGlobal('window', { localStorage })
  localStorage.setItem('admin-draft:answer-1', typed)
  const { queryClient, close } = openPage(createStorage())
  await undo(queryClient, 7, [], { name: 'answer-1', text: 'It does.' })
  expect(localStorage.getItem('admin-draft:answer-1')).toBe(left)
  close()
})

test('an entry that is no change is thrown away', () => {
  const store = createStorage()
  store.setItem('admin-pending-changes:ada:1', '{')
  openPage(store).close()
  expect([store.length, sent]).toEqual([0, []])
})

test('changes are sent in the order in which they were made', async () => {
  const { queryClient, close } = openPage(createStorage())
  await Promise.all([1, 2, 3].map((id) => undo(queryClient, id, [])))
  expect(sent.map(({ body }) => body)).toEqual(['{"id":1}', '{"id":2}', '{"id":3}'])
  close()
})
