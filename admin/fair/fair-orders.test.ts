import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeWaitingOrders, emptyDevice } from '../app/fair-storage.ts'
import { createStorage } from '../testing/storage.ts'
import { prepareDevice, readKit } from './device-data.ts'
import {
  type FairOrder,
  hasOrdersOfOthers,
  listFairOrders,
  removeFairOrder,
  sendFairOrders,
  storeFairOrder,
  waitingUnits,
} from './fair-orders.ts'

type Answer = { status: number; body: object } | 'no answer'

const REFUSED: Answer = {
  status: 409,
  body: {
    success: false,
    error: 'conflict',
    message: 'Only 1 of Slim are in stock.',
    details: [{ field: 'items.0.quantity', message: 'Only 1 of Slim are in stock.' }],
  },
}
const BUSY: Answer = { status: 503, body: { success: false, error: 'unavailable', message: 'Please try again.' } }

const FAILED: Answer = {
  status: 500,
  body: { success: false, error: 'internal', message: 'Something went wrong.' },
}

const FORBIDDEN: Answer = { status: 403, body: { success: false, error: 'forbidden', message: 'Not yours.' } }
/** Response of a proxy. */
const MISSING: Answer = { status: 404, body: {} }

let sent: { id: string; taken_at: string; total_cents: number }[]
let answers: Answer[]
let signedIn: string

beforeEach(() => {
  sent = []
  answers = []
  signedIn = 'ada'
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (url === '/healthz') return new Response()
    if (method !== 'POST') return Response.json(session(signedIn))
    sent.push(JSON.parse(String(body)).entry)
    const answer = answers.shift() ?? { status: 200, body: { audit_id: 1, order_id: String(200_000 + sent.length) } }
    if (answer === 'no answer') throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status })
  })
})
afterEach(() => {
  for (const { id } of listFairOrders('ada')) removeFairOrder(id)
  vi.useRealTimers()
})

const session = (id: string) => ({
  id,
  name: 'Ada',
  email: 'ada@shop.example',
  role: 'owner',
  rights: [],
  has_totp: true,
  passkeys: 0,
  has_payments: false,
  time_zone: 'America/New_York',
})

function store(id: string, changes: Partial<FairOrder> = {}): void {
  const item = { product_id: '101', product_name: 'Slim', image_url: null, price_today: 7900, stock: 3, quantity: '2' }
  const draft = JSON.stringify({ first_name: 'Grace', last_name: 'Hopper', items: [{ ...item, price: '79.00' }] })
  const taken_at = `2026-11-20T18:00:0${id}.000Z`
  storeFairOrder({ id, admin_id: 'ada', taken_at, draft, total_cents: 15_800, problem: null, ...changes })
}

const problems = () => listFairOrders('ada').map(({ id, problem }) => [id, problem])

test('orders are sent in the order in which they were taken, and are on the device no longer', async () => {
  store('2')
  store('1')
  expect(await sendFairOrders('ada')).toEqual({ entered: ['200001', '200002'], failure: null })
  expect(sent).toEqual([
    { id: '1', taken_at: '2026-11-20T18:00:01.000Z', total_cents: 15_800 },
    { id: '2', taken_at: '2026-11-20T18:00:02.000Z', total_cents: 15_800 },
  ])
  expect(listFairOrders('ada')).toEqual([])
})

test.each([['no answer' as const], [BUSY], [FORBIDDEN], [MISSING]])(
  'an order stays until the shop has answered, and keeps its id',
  async (answer) => {
    store('1')
    store('2')
    answers = [answer]
    vi.useFakeTimers()
    expect((await sendFairOrders('ada')).failure).not.toBeNull()
    expect(problems()).toEqual([
      ['1', null],
      ['2', null],
    ])
    // Where nothing answered, the page asks whether the shop does again.
    await vi.runAllTimersAsync()
    expect((await sendFairOrders('ada')).entered).toHaveLength(2)
    expect(sent.map(({ id }) => id)).toEqual(['1', '1', '2'])
  },
)

test('what the shop refuses stays with the reason and is not sent again by itself; the others are sent', async () => {
  store('1')
  store('2')
  answers = [REFUSED]
  expect((await sendFairOrders('ada')).entered).toEqual(['200002'])
  expect(problems()).toEqual([['1', 'Only 1 of Slim are in stock.']])
  await sendFairOrders('ada')
  expect(sent).toHaveLength(2)
})

test('an order that the shop itself fails at stays, and holds up none of those behind it', async () => {
  store('1')
  store('2')
  answers = [FAILED]
  const { entered, failure } = await sendFairOrders('ada')
  expect([entered, failure?.message]).toEqual([['200002'], 'Something went wrong.'])
  expect(problems()).toEqual([['1', null]])
})

test('two tabs send each order once', async () => {
  store('1')
  const results = await Promise.all([sendFairOrders('ada'), sendFairOrders('ada')])
  expect(results.flatMap(({ entered }) => entered)).toEqual(['200001'])
  expect(sent).toHaveLength(1)
})

test("somebody else's orders are neither shown nor sent", async () => {
  store('1')
  signedIn = 'grace'
  expect((await sendFairOrders('ada')).failure?.message).toContain('Someone else took these orders')
  expect(sent).toEqual([])
  expect(listFairOrders('grace')).toEqual([])
})

test('orders of a helper who is one no longer are entered by somebody else who says so', async () => {
  store('1')
  signedIn = 'grace'
  expect(await sendFairOrders('ada', true)).toEqual({ entered: ['200001'], failure: null })
  expect(listFairOrders('ada')).toEqual([])
})

test('pieces of orders that wait are gone from the stock of the device, those of a refused one are not', () => {
  store('1')
  store('2', { problem: 'Only 1 of Slim are in stock.' })
  expect(waitingUnits(listFairOrders('ada'), '101')).toBe(2)
  expect(waitingUnits(listFairOrders('ada'), '102')).toBe(0)
})

test('what was entered is gone from the stock that the device knows', async () => {
  const products = [
    { product_id: '101', product_name: 'Slim', price_today: 7900, stock: 3 },
    { product_id: '102', product_name: 'Wide', price_today: 8900, stock: 3 },
  ]
  const terms = { delivery_options: [], taxes: [], discounts: [] }
  localStorage.setItem('admin-fair-kit', JSON.stringify({ admin_id: 'ada', saved_at: '', products, terms }))
  store('1')
  await sendFairOrders('ada')
  expect(readKit()?.products.map(({ stock }) => stock)).toEqual([1, 3])
})

test("a device with orders of somebody else is not made another's", async () => {
  store('1')
  expect([hasOrdersOfOthers('ada'), hasOrdersOfOthers('grace')]).toEqual([false, true])
  signedIn = 'grace'
  await expect(prepareDevice(hasOrdersOfOthers)).rejects.toThrow('Someone else’s orders are waiting on this device.')
})

test('on a device that is full, what was entered does not hold up the orders behind it', async () => {
  const terms = { delivery_options: [], taxes: [], discounts: [] }
  localStorage.setItem('admin-fair-kit', JSON.stringify({ admin_id: 'ada', saved_at: '', products: [], terms }))
  store('1')
  store('2')
  const setItem = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect((await sendFairOrders('ada')).entered).toHaveLength(2)
  expect(warn).toHaveBeenCalled()
  setItem.mockRestore()
  expect(listFairOrders('ada')).toEqual([])
})

test('signing out is told how many orders would be lost, and leaves nothing of a fair on the device', async () => {
  expect(describeWaitingOrders()).toBeNull()
  localStorage.setItem('admin-fair-kit', '{}')
  const order = { id: 'one', admin_id: 'ada', taken_at: '', draft: '', total_cents: 100, problem: null }
  storeFairOrder(order)
  storeFairOrder({ ...order, id: 'two', admin_id: 'grace', problem: 'There are none left.' })
  expect(describeWaitingOrders()).toContain('2 orders taken at a fair are on this device and not in the shop yet.')
  await emptyDevice()
  expect([describeWaitingOrders(), localStorage.length]).toEqual([null, 0])
})
