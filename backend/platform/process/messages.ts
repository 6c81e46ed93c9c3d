import * as z from 'zod/mini'

/** Messages from a worker to the primary. */
const fromWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('shop:listening'), greeting: z.string() }),
  z.object({ type: z.literal('shop:metrics'), id: z.number() }),
])
export type FromWorker = z.output<typeof fromWorker>

/** Messages from the primary to a worker. */
const fromPrimary = z.discriminatedUnion('type', [
  z.object({ type: z.literal('shop:close') }),
  z.object({ type: z.literal('shop:metrics'), id: z.number(), text: z.nullable(z.string()) }),
])
export type FromPrimary = z.output<typeof fromPrimary>

/** `null` for other messages: Node and prom-client send their own. */
export function parseFromWorker(message: unknown): FromWorker | null {
  return z.safeParse(fromWorker, message).data ?? null
}

/** As `parseFromWorker`, for messages of the primary. */
export function parseFromPrimary(message: unknown): FromPrimary | null {
  return z.safeParse(fromPrimary, message).data ?? null
}
