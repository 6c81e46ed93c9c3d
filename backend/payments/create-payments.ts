import type { Settings } from '../platform/settings/settings.ts'
import type { FindResult, Payments, PaymentTransaction, Rejected } from './gateway/payments.ts'
import { connectTo } from './providers.ts'

/** Opens the shop's gateways, as one. `warn` writes a line to the log. */
export function createPayments({ gateways }: Pick<Settings, 'gateways'>, warn: (message: string) => void): Payments {
  return joinGateways(gateways.map((keys) => connectTo(keys, warn)))
}

/**
 * Gateways as one. New payments go to the first; what belongs to a payment goes to the gateway that its row names, and one
 * that is not set up is refused. Without any: the sandbox, which stores nothing (R21).
 */
export function joinGateways(opened: readonly Payments[]): Payments {
  const [current = SANDBOX_PAYMENTS] = opened
  const gatewayOf = (name: string) => [current, ...opened].find(({ provider }) => provider === name)

  async function to<Request extends { provider: string }, Result>(
    request: Request,
    send: (gateway: Payments, request: Request) => Promise<Result>,
  ): Promise<Result | Rejected> {
    const { provider } = request
    const gateway = gatewayOf(provider)
    return gateway === undefined
      ? { outcome: 'rejected', reason: 'provider', codes: [provider] }
      : send(gateway, request)
  }

  const webhooksOf = (provider: string) => gatewayOf(provider) ?? SANDBOX_PAYMENTS

  return {
    provider: current.provider,
    createClientToken: current.createClientToken,
    findCardRange: async (card) => (await gatewayOf(card.provider)?.findCardRange(card)) ?? null,
    authorize: (request) => to(request, (gateway, asked) => gateway.authorize(asked)),
    capture: (request) => to(request, (gateway, asked) => gateway.capture(asked)),
    void: (request) => to(request, (gateway, asked) => gateway.void(asked)),
    refund: (request) => to(request, (gateway, asked) => gateway.refund(asked)),
    find: (sought) => to(sought, (gateway, asked) => gateway.find(asked)),
    listSince: (time) => listAll(opened.length === 0 ? [current] : opened, time),
    parseNotification: (request) => webhooksOf(request.provider).parseNotification(request),
    answerChallenge: (question) => webhooksOf(question.provider).answerChallenge(question),
  }
}

/** Lists the transactions of all gateways that can be asked. Where none can, the answer of the last is the result. */
async function listAll(gateways: readonly Payments[], time: Date): Promise<FindResult> {
  const transactions: PaymentTransaction[] = []
  const failed: string[] = []
  for (const gateway of gateways) {
    const listed = await gateway.listSince(time)
    if (listed.outcome === 'done') transactions.push(...listed.transactions)
    else if (failed.push(gateway.provider) === gateways.length) return listed
  }
  return {
    outcome: 'done',
    transactions: transactions.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
    failed,
  }
}

const refuse = (): Promise<Rejected> => Promise.resolve({ outcome: 'rejected', reason: 'keys', codes: [] })

const SANDBOX_PAYMENTS: Payments = {
  provider: 'sandbox',
  createClientToken: async () => ({ clientToken: 'sandbox', provider: 'sandbox' }),
  authorize: refuse,
  capture: refuse,
  void: refuse,
  refund: refuse,
  find: refuse,
  listSince: refuse,
  findCardRange: async () => null,
  parseNotification: async () => ({ outcome: 'rejected', reason: 'forged' }),
  answerChallenge: async () => null,
}
