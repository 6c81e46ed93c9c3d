import type { ShopServer } from '../../harness/shop/shop-server.ts'
import { type Answer, buildOrders, send, untilAsked } from '../shoppers.ts'
import type { Trial } from '../trial.ts'

/** Placements that are in flight when something happens. */
export const SHOPPERS = 50
/** Milliseconds that the gateway takes; long enough to have all in flight. */
const GATEWAY_MS = 400

/** Keys that the shoppers sent, and the answers they got. */
export type Placements = { keys: string[]; told: (Answer | null)[] }

/** Places orders at some shops, and lets something happen once a part of them has reached the gateway. */
export async function placeAmid(
  { gateway }: Trial,
  shops: readonly Pick<ShopServer, 'address'>[],
  happen: () => Promise<void>,
): Promise<Placements> {
  await gateway.fail({ match: 'POST [^ ]*/transactions ', delay: GATEWAY_MS, times: SHOPPERS })
  const orders = await buildOrders(gateway, SHOPPERS)
  const sent = orders.map((body, index) => send(shops[index % shops.length]?.address ?? '', body))
  await untilAsked(gateway, Math.ceil(SHOPPERS / 4))
  await happen()
  const told = await Promise.all(sent)
  await gateway.clear()
  return { keys: orders.map(({ key }) => key), told }
}

/** How often each status was answered. */
export function describeAnswers(told: readonly (Answer | null)[]): string {
  const counts = [...Map.groupBy(told, (answer) => answer?.status ?? 'no answer')]
  return counts
    .map(([status, { length }]) => `${status} ${length}`)
    .sort()
    .join(', ')
}
