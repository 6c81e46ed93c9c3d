import { asRecord } from '@shop/contract/coercion'
import { ESModulesEvaluator, ModuleRunner } from 'vite/module-runner'

/** An application whose sources Vite serves in development. */
export type ViteApplication = 'storefront' | 'admin'

/** A call to Vite, which runs in the parent process (`scripts/dev.ts`) and so survives restarts of the backend. */
export type ViteCall = { id: number; application: ViteApplication } & (
  | { name: 'invoke'; payload: unknown }
  | { name: 'transformHtml'; url: string; html: string }
)

type CallOptions = ViteCall extends infer Call ? (Call extends ViteCall ? Omit<Call, 'id'> : never) : never

/** Runs an application's modules as Vite transforms them for the server; a changed module is run again. */
export function createViteRunner(application: ViteApplication, call: typeof callVite = callVite): ModuleRunner {
  const invoke = async (payload: unknown) => {
    const reply = asRecord(await call({ application, name: 'invoke', payload })) ?? {}
    return 'error' in reply ? { error: reply.error } : { result: reply.result }
  }
  return new ModuleRunner({ transport: { invoke }, hmr: false }, new ESModulesEvaluator())
}

/** Adds what Vite and its plugins need to an HTML page. */
export async function transformHtml(application: ViteApplication, url: string, html: string): Promise<string> {
  return String(await callVite({ application, name: 'transformHtml', url, html }))
}

const pending = new Map<number, PromiseWithResolvers<unknown>>()
let calls = 0

async function callVite(options: CallOptions): Promise<unknown> {
  if (process.send === undefined) throw new Error('Only "npm run dev" runs the shop from its sources.')
  if (calls === 0) receiveReplies()
  calls += 1
  const reply = Promise.withResolvers<unknown>()
  pending.set(calls, reply)
  process.send({ ...options, id: calls } satisfies ViteCall)
  return reply.promise
}

function receiveReplies(): void {
  process.on('message', (message) => {
    const { id, result, error } = asRecord(message) ?? {}
    const reply = pending.get(Number(id))
    pending.delete(Number(id))
    if (error === undefined) reply?.resolve(result)
    else reply?.reject(new Error(String(error)))
  })
  // A shop that could not start ends.
  process.channel?.unref()
}
