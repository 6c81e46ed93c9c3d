import { createPayments } from '../checkout/payments/create-payments.ts'
import { runShop } from '../process/run-shop.ts'
import { readSettings } from '../settings/settings.ts'

/**
 * The shop with orders open. `KILL_AT` names a point of a placement at which it ends itself as kill -9 would, once it has
 * passed there `KILL_AFTER` times.
 */
const point = process.env.KILL_AT ?? ''
let left = Number(process.env.KILL_AFTER ?? 0)

function dieAt(here: string): void {
  if (here !== point) return
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  left -= 1
}

const payments = createPayments(readSettings(), () => {})
await runShop({
  development: null,
  follower: false,
  limits: {
    maxDelay: 60_000,
    placing: true,
    payments: {
      ...payments,
      authorize: async (request) => {
        dieAt('after phase 1')
        const result = await payments.authorize(request)
        dieAt('before phase 3')
        return result
      },
    },
    clock: () => {
      // Both ask for the time inside their transaction.
      const callers = new Error('').stack ?? ''
      if (callers.includes('complete-placement.ts')) dieAt('in phase 3')
      else if (callers.includes('place-order.ts')) dieAt('in phase 1')
      return new Date()
    },
  },
})
