import * as z from 'zod/mini'

/** What a worker tells the primary. */
const fromWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('shop:listening'), greeting: z.string() }),
  z.object({ type: z.literal('shop:metrics'), id: z.number() }),
])
export type FromWorker = z.output<typeof fromWorker>

/** What the primary tells a worker. */
const fromPrimary = z.discriminatedUnion('type', [
  z.object({ type: z.literal('shop:close') }),
  z.object({ type: z.literal('shop:metrics'), id: z.number(), text: z.nullable(z.string()) }),
])
export type FromPrimary = z.output<typeof fromPrimary>

/** `null` for what is none of ours: Node and prom-client send messages of their own. */
export function parseFromWorker(message: unknown): FromWorker | null {
  return z.safeParse(fromWorker, message).data ?? null
}

/** As `parseFromWorker`, on the other side. */
export function parseFromPrimary(message: unknown): FromPrimary | null {
  return z.safeParse(fromPrimary, message).data ?? null
}
