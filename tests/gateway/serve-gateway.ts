import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Besides, happenBesides, subjectOf } from './besides.ts'
import { runControl } from './control.ts'
import { type Answer, createFaults, type Faults, sendAnswer } from './faults.ts'
import { type Ledger, MERCHANTS, openLedger } from './ledger.ts'
import {
  answerOfKey,
  capture,
  currentTransaction,
  IN_FLIGHT,
  type Outcome,
  refund,
  sale,
  transactionRequest,
  voidTransaction,
} from './transactions.ts'
import { disputeValue, nonceValue, outcomeXml, searchIdsXml, searchPageXml, transactionValue, xml } from './xml.ts'

/** State of a gateway. */
type State = {
  ledger: Ledger
  faults: Faults
  requests: { method: string; path: string; authorization: string; body: string }[]
  /** Keys of requests that are being processed. */
  inFlight: Set<string>
}

export type ServedGateway = {
  port: number
  /** Runs a request of a test that does not go through the SDK. */
  control: (verb: string, body: unknown) => unknown
  /** Forgets everything, and ends its connections. */
  reset: () => void
}

/**
 * Serves a payment gateway that speaks Braintree's XML to the official SDK. Its books are in a file, or in memory.
 * `/control/…` is for tests in another process.
 */
export async function serveGateway(file: string | null, port = 0): Promise<ServedGateway> {
  const open = (): State => ({ ledger: openLedger(file), faults: createFaults(), requests: [], inFlight: new Set() })
  let state = open()
  const server = createServer((request, response) => {
    respond(state, request, response).catch((error) => {
      // A shop that was killed while it sent its request is none.
      if (!request.readableAborted) console.error(error)
      response.destroy()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: z.object({ port: z.number() }).parse(server.address()).port,
    control: (verb, body) => runControl(state, verb, body),
    reset: () => {
      state = open()
      server.closeAllConnections()
    },
  }
}

async function respond(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { faults, requests, inFlight } = state
  const { method = '', url = '', headers } = request
  const body = await text(request)
  if (url.startsWith('/control/')) {
    const result = runControl(state, url.slice('/control/'.length), JSON.parse(body))
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result ?? null))
  }
  requests.push({ method, path: url, authorization: headers.authorization ?? '', body })
  const fault = faults.take(`${method} ${url} ${body}`)
  const key = /"api_request_key":"([^"]+)"/.exec(body)?.[1]
  if (key !== undefined && inFlight.has(key)) return sendAnswer(response, outcomeAnswer(IN_FLIGHT))
  if (key !== undefined) inFlight.add(key)
  if (fault?.delay) await delay(fault.delay)
  const answer = fault?.commit === false ? null : answerAmid(state.ledger, request, body, fault?.besides)
  if (key !== undefined) inFlight.delete(key)
  await sendAnswer(response, answer, fault)
}

/** The answer to a request, and what happens to its sale besides. */
function answerAmid(ledger: Ledger, request: IncomingMessage, body: string, besides: Besides | undefined): Answer {
  const { url = '' } = request
  if (besides !== undefined && !subjectOf(ledger, url).isNew) happenBesides(ledger, besides, subjectOf(ledger, url).id)
  const answer = answerOf(ledger, request, body)
  if (besides !== undefined && subjectOf(ledger, url).isNew) happenBesides(ledger, besides, subjectOf(ledger, url).id)
  return answer
}

function answerOf(ledger: Ledger, { method = '', url = '', headers }: IncomingMessage, body: string): Answer {
  const merchant = MERCHANTS.find(({ publicKey, privateKey }) => {
    return headers.authorization === `Basic ${Buffer.from(`${publicKey}:${privateKey}`).toString('base64')}`
  })
  if (!merchant) return plain(401)
  const [, id, path] = /^[/]merchants[/](\w+)[/](.+)$/.exec(url) ?? []
  if (id !== merchant.id || path === undefined) return plain(403)
  return route(ledger, `${method} ${path}`, merchant.id, body === '' ? {} : JSON.parse(body)) ?? plain(404)
}

const search = z.object({
  search: z.object({
    order_id: z.optional(z.object({ is: z.string() })),
    created_at: z.optional(z.object({ min: z.optional(z.string()), max: z.optional(z.string()) })),
    ids: z.optional(z.array(z.string())),
  }),
})

function route(ledger: Ledger, call: string, merchant: string, body: unknown): Answer | null {
  if (call === 'POST client_token') return ok(xml('client-token', { value: ledger.controls.clientToken }))
  if (call === 'POST transactions')
    return change(ledger, 'sale', body, (request) => sale(ledger, merchant, request), merchant)
  if (call === 'POST transactions/advanced_search_ids') {
    const found = findIds(ledger, merchant, search.parse(body).search)
    return ok(searchIdsXml(found, ledger.controls.pageSize))
  }
  if (call === 'POST transactions/advanced_search') {
    const { ids = [] } = search.parse(body).search
    return ok(searchPageXml(ids.flatMap((id) => currentTransaction(ledger, id) ?? [])))
  }
  const nonce = ledger.nonces.get(/^GET payment_method_nonces[/]([\w-]+)$/.exec(call)?.[1] ?? '')
  if (nonce?.merchant === merchant) return ok(xml('payment-method-nonce', nonceValue(nonce)))
  const [, verb = '', id = '', action = 'find'] = /^(\w+) transactions[/](\w+)(?:[/](\w+))?$/.exec(call) ?? []
  const found = currentTransaction(ledger, id)
  if (!found || found.merchant !== merchant) return disputeAnswer(ledger, call, merchant)
  if (`${verb} ${action}` === 'GET find') return ok(xml('transaction', transactionValue(found)))
  if (`${verb} ${action}` === 'PUT submit_for_settlement')
    return change(ledger, 'capture', body, (request) => capture(ledger, found, request), id)
  if (`${verb} ${action}` === 'PUT void')
    return change(ledger, 'void', body, (request) => voidTransaction(ledger, found, request), id)
  if (`${verb} ${action}` === 'POST refund')
    return change(ledger, 'refund', body, (request) => refund(ledger, found, request), id)
  return null
}

function disputeAnswer(ledger: Ledger, call: string, merchant: string): Answer | null {
  const id = /^GET disputes[/](\w+)$/.exec(call)?.[1]
  const found = [...ledger.transactions.values()].find(({ disputes }) => disputes.some((dispute) => dispute.id === id))
  return id && found?.merchant === merchant ? ok(xml('dispute', disputeValue(found, id))) : null
}

/** A request that may carry a key: a repeat gets the answer of the first. */
function change(
  ledger: Ledger,
  what: string,
  body: unknown,
  make: (request: z.infer<typeof transactionRequest>) => Outcome,
  subject: string,
): Answer {
  const request = transactionRequest.parse(
    z.object({ transaction: z._default(z.unknown(), {}) }).parse(body).transaction,
  )
  return outcomeAnswer(answerOfKey(ledger, request, `${what} ${subject}`) ?? make(request))
}

function findIds(
  { transactions, controls, now }: Ledger,
  merchant: string,
  { order_id, created_at }: z.infer<typeof search>['search'],
): string[] {
  const min = created_at?.min === undefined ? -Infinity : Date.parse(created_at.min)
  const max = created_at?.max === undefined ? Infinity : Date.parse(created_at.max)
  return [...transactions.values()]
    .filter((row) => row.merchant === merchant && row.createdAt <= now() - controls.searchLag)
    .filter((row) => order_id === undefined || row.orderId === order_id.is)
    .filter((row) => row.createdAt >= min && row.createdAt <= max)
    .map(({ id }) => id)
}

function outcomeAnswer(outcome: Outcome): Answer {
  return { type: 'application/xml', ...outcomeXml(outcome) }
}

function ok(body: string): Answer {
  return { status: 200, type: 'application/xml', body }
}

function plain(status: number): Answer {
  return { status, type: 'text/plain', body: '' }
}
