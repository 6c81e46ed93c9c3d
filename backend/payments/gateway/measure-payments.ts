import type { Payments } from './payments.ts'

/** A finished gateway request. `outcome` is that of its result, `error` without one. */
export type ObservedGatewayCall = { call: string; outcome: string; seconds: number }

type Observe = (call: ObservedGatewayCall) => void

export function measurePayments(payments: Payments, observe: Observe): Payments {
  const measured =
    <Request extends readonly unknown[], Result extends object>(
      call: string,
      send: (...request: Request) => Promise<Result>,
    ) =>
    async (...request: Request): Promise<Result> => {
      const started = performance.now()
      const end = (outcome: string) => observe({ call, outcome, seconds: (performance.now() - started) / 1000 })
      try {
        const result = await send(...request)
        end('outcome' in result ? String(result.outcome) : 'done')
        return result
      } catch (error) {
        end('error')
        throw error
      }
    }
  return {
    ...payments,
    createClientToken: measured('client_token', payments.createClientToken),
    authorize: measured('authorize', payments.authorize),
    capture: measured('capture', payments.capture),
    void: measured('void', payments.void),
    refund: measured('refund', payments.refund),
    find: measured('find', payments.find),
    listSince: measured('list', payments.listSince),
  }
}
