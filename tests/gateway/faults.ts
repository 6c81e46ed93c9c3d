import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import { BESIDES } from './besides.ts'

/** Fault of some requests; the first rule that matches applies. */
export const faultRule = z.object({
  /** A regular expression that method, path and body must match. */
  match: z._default(z.string(), ''),
  /** How many requests it applies to. */
  times: z._default(z.number(), 1),
  /** Share of the matching requests; drawn with the seed, which makes a run repeatable. */
  probability: z._default(z.number(), 1),
  seed: z._default(z.number(), 1),
  /** Milliseconds before the request is processed. */
  delay: z._default(z.number(), 0),
  /** Event of the sale, before a request that names it or after the one that makes it. */
  besides: z.optional(z.enum(BESIDES)),
  /** Whether the request is processed before the answer fails. */
  commit: z._default(z.boolean(), true),
  answer: z.optional(
    z.union([
      z.enum(['hang', 'cut', 'half', 'trickle']),
      z.object({ status: z.number(), type: z.optional(z.string()), body: z.optional(z.string()) }),
    ]),
  ),
})
export type FaultRule = z.input<typeof faultRule>
type Fault = z.output<typeof faultRule>

export type Faults = { add: (rule: Fault) => void; clear: () => void; take: (request: string) => Fault | undefined }

export function createFaults(): Faults {
  let rules: (Fault & { draw: () => number })[] = []
  return {
    add: (rule) => {
      rules.push({ ...rule, draw: randomNumbers(rule.seed) })
    },
    clear: () => {
      rules = []
    },
    take: (request) => {
      const rule = rules.find(
        ({ match, times, draw, probability }) =>
          times > 0 && new RegExp(match, 's').test(request) && draw() < probability,
      )
      if (rule) rule.times -= 1
      return rule
    },
  }
}

export type Answer = { status: number; type: string; body: string }

/** Sends the answer as the fault spoils it; `null` when the request was not processed. */
export async function sendAnswer(response: ServerResponse, answer: Answer | null, fault?: Fault): Promise<void> {
  const spoiled = fault?.answer
  if (spoiled === 'hang') return
  if (spoiled === 'cut' || (answer === null && spoiled === undefined)) return void response.destroy()
  if (typeof spoiled === 'object') {
    response.writeHead(spoiled.status, { 'content-type': spoiled.type ?? 'application/xml' })
    return void response.end(spoiled.body)
  }
  const { status, type, body } = answer ?? { status: 201, type: 'application/xml', body: '' }
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  if (spoiled === undefined) return void response.end(body)
  response.write(body.slice(0, body.length / 2))
  if (spoiled === 'half') return void setImmediate(() => response.destroy())
  for (const letter of body.slice(body.length / 2)) {
    if (response.destroyed) return
    await delay(20)
    response.write(letter)
  }
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
