import { ClientRequest, ServerResponse } from 'node:http'
import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import type { Payments } from '../../payments/gateway/payments.ts'

const window = process.env.KILL_AT ?? ''
let left = Number(process.env.KILL_AFTER ?? 0)

/** Statements of a single phase; the process dies before one, inside the transaction. */
const PHASE_STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  'in phase 1': [
    'update "products" set "stock_quantity"',
    'insert into "placements"',
    'insert into "payment_operations"',
  ],
  'in phase 3': ['insert into "orders"', 'insert into "order_items"', 'insert into "payments"', 'insert into "outbox"'],
}
const statements = PHASE_STATEMENTS[window] ?? []
const statement = statements[Math.floor(Math.random() * statements.length)]

function pass(): void {
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  left -= 1
}

function passAt(here: string): void {
  if (here === window || window === 'any') pass()
}

/** Watches statements, requests and responses. Call it before the shop starts. */
export function armKillPoints(): void {
  if (window === '') return
  watchStatements()
  if (window === 'request half sent') sendHalfRequests()
  if (window === 'after phase 3') watchAnswers()
}

/** The payments whose authorizations pass the points around phase 2. */
export function withKillPoints(payments: Payments): Payments {
  return {
    ...payments,
    authorize: async (request) => {
      passAt('after phase 1')
      const result = await payments.authorize(request)
      passAt('before phase 3')
      return result
    },
    capture: (request) => around(() => payments.capture(request)),
    void: (request) => around(() => payments.void(request)),
    refund: (request) => around(() => payments.refund(request)),
  }
}

async function around<Result>(send: () => Promise<Result>): Promise<Result> {
  passAt('any')
  const sent = send()
  // The request leaves meantime.
  await new Promise((resolve) => setTimeout(resolve, 1))
  passAt('any')
  const result = await sent
  passAt('any')
  return result
}

function watchStatements(): void {
  const see = (sql: string) => {
    if (window === 'any' || (statement !== undefined && sql.startsWith(statement))) pass()
  }
  const { run, all } = StatementSync.prototype
  StatementSync.prototype.run = function (this: StatementSync, ...input: unknown[]) {
    see(this.sourceSQL)
    return Reflect.apply(run, this, input)
  }
  StatementSync.prototype.all = function (this: StatementSync, ...input: unknown[]) {
    see(this.sourceSQL)
    return Reflect.apply(all, this, input)
  }
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const [query] = input
    see(isPrepared(query) ? query.text : String(query))
    return Reflect.apply(send, this, input)
  }
}

/** A statement that is kept prepared is sent with its name. */
function isPrepared(query: unknown): query is { text: string } {
  return typeof query === 'object' && query !== null && 'text' in query
}

/** Sends half of a sale's request, and dies. */
function sendHalfRequests(): void {
  const { write } = ClientRequest.prototype
  ClientRequest.prototype.write = function (this: ClientRequest, ...input: unknown[]) {
    const [body] = input
    if (this.method !== 'POST' || !this.path.endsWith('/transactions') || left > 0 || typeof body !== 'string') {
      if (this.method === 'POST' && this.path.endsWith('/transactions')) left -= 1
      return Reflect.apply(write, this, input)
    }
    return Reflect.apply(write, this, [body.slice(0, body.length / 2), 'utf8', pass])
  }
}

const PLACING_PATHS: readonly (string | undefined)[] = ['/api/placeOrder', '/api/payByLink']

/** The order is stored, and the shopper gets no response. */
function watchAnswers(): void {
  const { writeHead } = ServerResponse.prototype
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...input: unknown[]) {
    if (this.req.method === 'POST' && PLACING_PATHS.includes(this.req.url) && input[0] === 200) pass()
    return Reflect.apply(writeHead, this, input)
  }
}
