import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import type { BraintreeKeys } from '../../backend/platform/settings/braintree-settings.ts'
import { GATEWAY_ENVIRONMENT } from '../../backend/testing/payments/gateway-environment.ts'
import { ROOT } from '../harness/command.ts'
import type { FaultRule } from './faults.ts'
import { type Controls, type LedgerTransaction, MERCHANTS, type Nonce } from './ledger.ts'
import { type ServedGateway, serveGateway } from './serve-gateway.ts'

/** A running gateway, for tests. */
export type Gateway = {
  port: number
  /** Environment variables of a shop that uses it. */
  settings: Record<string, string>
  fail: (rule: FaultRule) => Promise<void>
  /** Ends all faults and forgets the requests. */
  clear: () => Promise<void>
  set: (controls: Partial<Controls>) => Promise<void>
  /** A card that was typed in, as a nonce. */
  nonce: (of?: Partial<Pick<Nonce, 'merchant' | 'card'>>) => Promise<string>
  settle: (of?: { id?: string; status?: string }) => Promise<void>
  /** A sale that somebody makes in the gateway's panel under a reference of the shop, settled if nothing is said; returns its id. */
  charge: (sale: { reference: string; cents: number; status?: string }) => Promise<string>
  /** Gives a transaction a status, as its bank or somebody in the panel does. */
  move: (to: { id: string; status: string }) => Promise<void>
  dispute: (dispute: Omit<LedgerDispute, 'kind'> & { kind?: string; transactionId: string }) => Promise<void>
  /** A signed webhook about a transaction; one of the kind `check` is about none. */
  notify: (of: { kind: string; id?: string; disputeId?: string }) => Promise<Notification>
  /** All, or those of some references. */
  transactions: (references?: readonly string[]) => Promise<LedgerTransaction[]>
  requests: () => Promise<{ method: string; path: string; authorization: string; body: string }[]>
  /** Ends it, and forgets its books. */
  stop: () => Promise<void>
}

/** One that can be killed. */
export type GatewayProcess = Gateway & {
  /** Kills it as a power failure would. */
  kill: () => Promise<void>
  /** Starts it again at the same port, with its books. */
  restart: () => Promise<void>
}

type LedgerDispute = LedgerTransaction['disputes'][number]

type Notification = { bt_signature: string; bt_payload: string }

const [{ id: merchantId, publicKey, privateKey }] = MERCHANTS
export const KEYS: BraintreeKeys = {
  provider: 'braintree',
  environment: 'development',
  merchantId,
  publicKey,
  privateKey,
}

/** Faults of an answer; with `commit: false` the request was not processed. */
export const BAD_ANSWERS = {
  cut: { answer: 'cut' },
  half: { answer: 'half' },
  'empty 201': { answer: { status: 201 } },
  'HTML 200': { answer: { status: 200, type: 'text/html', body: '<html>Sorry</html>' } },
  'broken JSON': { answer: { status: 200, type: 'application/json', body: '<html>Sorry</html>' } },
  'broken XML': { answer: { status: 201, body: '<a' } },
  'no transaction': { answer: { status: 201, body: '<a>1</a>' } },
} as const satisfies Record<string, FaultRule>

/** Gateways that no test is using. Their ports stay: shops with their settings can be used again. */
const unused: ServedGateway[] = []

/** Starts the gateway in this process, where the SDK looks for it from now on. */
export async function startGateway(): Promise<Gateway> {
  const served = unused.pop() ?? (await serveGateway(null))
  return {
    ...gatewayAt(served.port, async (verb, body) => JSON.parse(JSON.stringify(served.control(verb, body) ?? null))),
    stop: async () => {
      served.reset()
      unused.push(served)
    },
  }
}

/** Starts the gateway in a process of its own, with its books in a file. */
export async function startGatewayProcess(): Promise<GatewayProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'))
  let { child, port } = await run(join(folder, 'ledger'), 0)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    ...gatewayAt(port, async (verb, body) => {
      const response = await fetch(`http://127.0.0.1:${port}/control/${verb}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      return response.json()
    }),
    kill,
    restart: async () => {
      await kill()
      ;({ child } = await run(join(folder, 'ledger'), port))
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Its answer to what a test asks for beside the SDK. */
type Ask = <T>(verb: string, body: object) => Promise<T>

function gatewayAt(port: number, send: Ask): Omit<Gateway, 'stop'> {
  const ask: <T>(verb: string, body?: object) => Promise<T> = (verb, body = {}) => send(verb, body)
  const settings = { GATEWAY_HOST: '127.0.0.1', GATEWAY_PORT: String(port) }
  // It reads host and port from variables when it is loaded, which an earlier test may have done.
  Object.assign(GATEWAY_ENVIRONMENT, { server: '127.0.0.1', port: String(port) })
  return {
    port,
    settings: {
      ...settings,
      BRAINTREE_ENVIRONMENT: 'development',
      BRAINTREE_MERCHANT_ID: merchantId,
      BRAINTREE_PUBLIC_KEY: publicKey,
      BRAINTREE_PRIVATE_KEY: privateKey,
    },
    fail: (rule) => ask('fault', rule),
    clear: () => ask('clear'),
    set: (controls) => ask('set', controls),
    nonce: (of) => ask('nonce', of),
    settle: (of) => ask('settle', of),
    charge: (sale) => ask('charge', sale),
    move: (to) => ask('move', to),
    dispute: (dispute) => ask('dispute', dispute),
    notify: (of) => ask('notify', of),
    transactions: (references) => ask('ledger', { references }),
    requests: () => ask('requests'),
  }
}

async function run(ledger: string, port: number): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, ['tests/gateway/run.ts', ledger, String(port)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (child.stdout === null) throw new Error('no output')
  const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
  return { child, port: Number(line) }
}
