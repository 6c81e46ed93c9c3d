import { subscribe } from 'node:diagnostics_channel'
import { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { formatDollars } from '@shop/contract/money'
import type { BraintreeGateway, Transaction, TransactionRequest, ValidatedResponse } from 'braintree'
import * as z from 'zod/mini'
import { loadOnce } from '../../platform/lib/load-once.ts'
import type { BraintreeKeys } from '../../platform/settings/braintree-settings.ts'
import type { AuthorizeRequest, FindResult, PaymentResult, Payments, PaymentTransaction } from '../gateway/payments.ts'
import {
  errorCodes,
  KEY_NOT_ALLOWED,
  mapError,
  parseNotification,
  parseResult,
  parseTransaction,
} from './braintree-results.ts'

/** Milliseconds for each response. A list of many pages may take longer in all. */
const TIMEOUTS_MS = { clientToken: 8000, payment: 20_000, list: 120_000 }

const ENVIRONMENTS = { development: 'Development', sandbox: 'Sandbox', production: 'Production' } as const

/** Longest address line that Braintree accepts. */
const ADDRESS_LENGTH = 255

const loadSdk = loadOnce(() => {
  subscribe('http.client.response.finish', markAsXml)
  return import('braintree')
})

const exchange = z.object({ request: z.instanceof(ClientRequest), response: z.instanceof(IncomingMessage) })

/** Braintree answers in XML. The SDK parses JSON outside of any promise, so a broken one would end the process. */
function markAsXml(message: unknown): void {
  const { data } = exchange.safeParse(message)
  if (data && String(data.request.getHeader('user-agent')).startsWith('Braintree Node'))
    data.response.headers['content-type'] = 'application/xml'
}

type Work<T> = (gateway: BraintreeGateway) => Promise<T>

type Connection = {
  /**
   * Opens a connection for each call, since Braintree may close a shared one just as a sale is sent. Cut off after
   * `limit` ms: the SDK's timeout only covers silence, not a response that trickles in.
   */
  withGateway: <T>(limit: number, work: Work<T>) => Promise<T>
  timeouts: typeof TIMEOUTS_MS
}

/** The official SDK, loaded on first use, so shops without keys never load it. `warn` writes a log line. */
export function createBraintreePayments(
  keys: BraintreeKeys,
  warn: (message: string) => void,
  timeouts = TIMEOUTS_MS,
): Payments {
  const connection = { withGateway: openerOf(keys, timeouts), timeouts }
  return {
    provider: 'braintree',
    ...tokenCalls(connection),
    ...operations(connection, warn),
    ...lists(connection, keys.merchantId),
    ...notifications(connection),
  }
}

/** Makes `withGateway` for one account. */
function openerOf(keys: BraintreeKeys, timeouts: typeof TIMEOUTS_MS): Connection['withGateway'] {
  return async (limit, work) => {
    const { default: braintree } = await loadSdk()
    const { environment, ...ownKeys } = keys
    const agent = environment === 'development' ? new Agent() : new SecureAgent()
    const gateway = new braintree.BraintreeGateway({
      ...ownKeys,
      environment: braintree.Environment[ENVIRONMENTS[environment]],
      customHttpAgent: agent,
    })
    gateway.config.timeout = Math.min(limit, timeouts.payment)
    const deadline = setTimeout(() => agent.destroy(), limit)
    try {
      return await work(gateway)
    } finally {
      clearTimeout(deadline)
      agent.destroy()
    }
  }
}

/** Calls that the card form needs. */
function tokenCalls({ withGateway, timeouts }: Connection): Pick<Payments, 'createClientToken' | 'findCardRange'> {
  return {
    createClientToken: async () => {
      const response = await withGateway(timeouts.clientToken, (gateway) => gateway.clientToken.generate({}))
      if (!response?.clientToken) throw new Error('Braintree answered without a client token')
      return { clientToken: response.clientToken, provider: 'braintree' }
    },
    findCardRange: async ({ nonce }) => {
      try {
        const raw = await withGateway(timeouts.clientToken, (gateway) => gateway.paymentMethodNonce.find(nonce))
        return rangeResponse.safeParse(raw).data?.details.bin ?? null
      } catch {
        return null
      }
    },
  }
}

type Operations = Pick<Payments, 'authorize' | 'capture' | 'void' | 'refund'>

/** The calls that move money. */
function operations(connection: Connection, warn: (message: string) => void): Operations {
  const send = createSend(connection, warn)
  return {
    authorize: ({ operationId, ...request }) =>
      send(
        operationId,
        (gateway, key) => gateway.transaction.sale({ ...saleOf(request), ...key }),
        (response) => parseResult(response, isSale(request), 'authorized'),
      ),
    capture: ({ operationId, transactionId, cents }) =>
      send(
        operationId,
        (gateway, key) => gateway.transaction.submitForSettlement(transactionId, formatDollars(cents), key),
        (response) =>
          parseResult(
            response,
            ({ id, cents: taken }) => id === transactionId && taken === cents,
            'submitted',
            'settled',
          ),
      ),
    void: ({ operationId, transactionId }) =>
      send(
        operationId,
        (gateway, key) => gateway.transaction.void(transactionId, key),
        (response) => parseResult(response, ({ id }) => id === transactionId, 'voided'),
      ),
    refund: ({ operationId, transactionId, reference, cents }) =>
      send(
        operationId,
        (gateway, key) =>
          gateway.transaction.refund(transactionId, { amount: formatDollars(cents), orderId: reference, ...key }),
        (response) =>
          parseResult(
            response,
            ({ refundOf, cents: paid }) => refundOf === transactionId && paid === cents,
            'submitted',
            'settled',
          ),
      ),
  }
}

/** Makes what sends a request with its id, by which Braintree recognizes a repeat, if the account allows that. */
function createSend({ withGateway, timeouts }: Connection, warn: (message: string) => void) {
  let areRequestKeysAllowed = true
  return async (
    operationId: string,
    request: (gateway: BraintreeGateway, key: { apiRequestKey?: string }) => Promise<ValidatedResponse<Transaction>>,
    read: (response: ValidatedResponse<Transaction>) => PaymentResult,
  ): Promise<PaymentResult> => {
    try {
      if (areRequestKeysAllowed) {
        const response = await withGateway(timeouts.payment, (gateway) =>
          request(gateway, { apiRequestKey: operationId }),
        )
        if (!errorCodes(response).includes(KEY_NOT_ALLOWED)) return read(response)
        if (areRequestKeysAllowed) warn('The account at Braintree does not allow keys of requests; they are left out')
        areRequestKeysAllowed = false
      }
      return read(await withGateway(timeouts.payment, (gateway) => request(gateway, {})))
    } catch (error) {
      return mapError(error)
    }
  }
}

/** The searches for transactions. */
function lists({ withGateway, timeouts }: Connection, merchantId: string): Pick<Payments, 'find' | 'listSince'> {
  async function list(work: Work<PaymentTransaction[]>): Promise<FindResult> {
    try {
      return { outcome: 'done', transactions: await withGateway(timeouts.list, work) }
    } catch (error) {
      return mapError(error)
    }
  }

  return {
    find: ({ reference, transactionId }) =>
      list(async (gateway) => {
        const found =
          transactionId === undefined
            ? await search(gateway, merchantId, { orderId: { is: reference } })
            : [parseTransaction(await gateway.transaction.find(transactionId))]
        const sales = found.filter((sale) => sale.reference === reference)
        const known = sales.map(({ id }) => id)
        const refundIds = sales.flatMap((sale) => sale.refundIds).filter((id) => !known.includes(id))
        const refunds = await Promise.all(refundIds.map((id) => gateway.transaction.find(id)))
        return [...sales, ...refunds.map(parseTransaction)]
      }),
    listSince: (time) => list((gateway) => search(gateway, merchantId, { createdAt: { min: time.toISOString() } })),
  }
}

type Notifications = Pick<Payments, 'parseNotification' | 'answerChallenge'>

/** Reads what Braintree sends. */
function notifications({ withGateway, timeouts }: Connection): Notifications {
  return {
    parseNotification: async ({ body }) => {
      const sent = notificationForm.safeParse(Object.fromEntries(new URLSearchParams(body))).data
      if (sent === undefined) return { outcome: 'rejected', reason: 'malformed' }
      const { bt_signature: signature, bt_payload: payload } = sent
      try {
        const raw = await withGateway(timeouts.payment, (gateway) =>
          gateway.webhookNotification.parse(signature, payload),
        )
        return { outcome: 'done', notification: { ...parseNotification(raw), payload } }
      } catch (error) {
        const isForged = error instanceof Error && error.name === 'invalidSignatureError'
        return { outcome: 'rejected', reason: isForged ? 'forged' : 'unreadable' }
      }
    },
    answerChallenge: async ({ query }) => {
      const challenge = challengeQuery.safeParse(query).data?.bt_challenge
      if (challenge === undefined) return null
      try {
        return await withGateway(timeouts.payment, async (gateway) => gateway.webhookNotification.verify(challenge))
      } catch {
        return null
      }
    },
  }
}

const notificationForm = z.object({ bt_signature: z.string(), bt_payload: z.string() })
const challengeQuery = z.object({ bt_challenge: z.string().check(z.maxLength(100)) })

type Sale = Omit<AuthorizeRequest, 'operationId' | 'provider'>

function saleOf({
  reference,
  cents,
  taxCents,
  shippingCents,
  nonce,
  billingZip,
  customerIp,
  shipTo,
}: Sale): TransactionRequest {
  return {
    amount: formatDollars(cents),
    orderId: reference,
    paymentMethodNonce: nonce,
    taxAmount: formatDollars(taxCents),
    shippingAmount: formatDollars(shippingCents),
    billing: { postalCode: billingZip },
    ...(shipTo === null ? {} : { shipping: shippingOf(shipTo) }),
    riskData: { customerIp },
    options: { submitForSettlement: false },
  }
}

function shippingOf(shipTo: NonNullable<Sale['shipTo']>): TransactionRequest['shipping'] {
  return {
    firstName: addressText(shipTo.firstName),
    lastName: addressText(shipTo.lastName),
    streetAddress: addressText(shipTo.address1),
    extendedAddress: addressText(shipTo.address2),
    locality: addressText(shipTo.city),
    region: shipTo.state,
    postalCode: shipTo.zip,
    countryCodeAlpha2: 'US',
  }
}

/** Cuts to Braintree's limit, not within a character. */
function addressText(text: string): string {
  return text.slice(0, ADDRESS_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
}

function isSale({ reference, cents }: Sale): (transaction: PaymentTransaction) => boolean {
  return (found) =>
    found.kind === 'sale' && found.reference === reference && found.cents === cents && found.currency === 'USD'
}

const rangeResponse = z.object({ details: z.object({ bin: z.string().check(z.regex(/^\d{6,8}$/)) }) })
const idsResponse = z.object({ searchResults: z.object({ ids: z.array(z.string()), pageSize: z.number() }) })
const pageResponse = z.object({
  creditCardTransactions: z.object({ transaction: z.union([z.array(z.unknown()), z.unknown()]) }),
})

/**
 * Uses the SDK's `http`, because its search never ends on an empty or short page. Throws if a page lacks a transaction.
 */
async function search(gateway: BraintreeGateway, merchantId: string, criteria: object): Promise<PaymentTransaction[]> {
  const path = `/merchants/${merchantId}/transactions`
  const response = await gateway.http.post(`${path}/advanced_search_ids`, { search: criteria })
  const { ids, pageSize } = idsResponse.parse(response).searchResults
  const found: PaymentTransaction[] = []
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = ids.slice(start, start + pageSize)
    const { transaction } = pageResponse.parse(
      await gateway.http.post(`${path}/advanced_search`, { search: { ...criteria, ids: page } }),
    ).creditCardTransactions
    found.push(...[transaction].flat().map(parseTransaction))
  }
  if (ids.some((id) => !found.some((transaction) => transaction.id === id))) throw new RangeError('a page is short')
  return found.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
}
