import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { sendErrorPage } from '../errors/send-error.ts'

/** Addresses under which a person sits at the machine itself. */
const LOOPBACK_HOSTS = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/
const LOOPBACK_ADDRESSES = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/

/** What proxies add. One that is not trusted would make every visitor look like the machine itself. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'via']

const INSECURE =
  'The admin opens over https only, or on the machine that runs the shop. If a proxy in front of the shop speaks https, it has to be named in TRUST_PROXY and to send X-Forwarded-Proto.'
const FOREIGN = 'This request came from another site, so nothing was done.'

/** True for the addresses of the admin: its pages and its calls. */
export function isAdminAddress(url: string): boolean {
  return /^\/(api\/)?admin([/?]|$)/.test(url)
}

/**
 * Keeps the admin to https and to the machine itself, and away from other sites: browsers name the origin of whoever
 * sends, and only pages of the same origin may.
 */
export function guardAdmin(app: FastifyInstance): void {
  app.decorateRequest('admin', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!isAdminAddress(request.url)) return
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    if (!isSecureRequest(request)) return sendError(reply, new AppError('forbidden', INSECURE))
    if (isForeign(request)) throw new AppError('forbidden', FOREIGN)
  })
}

function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (reply.request.url.startsWith('/api/')) throw error
  return sendErrorPage(reply, error)
}

/** Whether a request came over https, as the trusted proxy says, or from the machine that runs the shop. */
function isSecureRequest(request: Pick<FastifyRequest, 'protocol' | 'ip' | 'host' | 'headers'>): boolean {
  if (request.protocol === 'https') return true
  const isForwarded = PROXY_HEADERS.some((name) => request.headers[name] !== undefined)
  return !isForwarded && isLoopbackAddress(request.ip) && LOOPBACK_HOSTS.test(request.host)
}

function isLoopbackAddress(ip: string): boolean {
  return isIP(ip) !== 0 && LOOPBACK_ADDRESSES.test(ip)
}

/** The origin under which the browser sees this request's address. */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return `${protocol}://${host}`
}

/** What changes something has to name its origin; what only reads may come without, as from the address bar. */
function isForeign(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined) return origin !== originOf(request)
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (isReading)
    return request.url.startsWith('/api/') && site !== undefined && site !== 'same-origin' && site !== 'none'
  return site !== 'same-origin'
}
