import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors/app-error.ts'
import { UNREADABLE_OUTCOME } from './errors/client-error.ts'
import { sendErrorPage } from './errors/error-response.ts'

/** A browser on the same machine. */
const LOOPBACK_HOSTS = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/

const INSECURE_MESSAGE =
  'The admin opens over https only, or on the machine that runs the shop. If a proxy serves https, name it in TRUST_PROXY and have it send X-Forwarded-Proto.'
const FOREIGN_REQUEST_MESSAGE = 'This request came from another site, so nothing was done.'

/** Whether a request is for the admin, however its address is spelled: the router decodes it. */
export function isAdminRequest({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): boolean {
  return [url, routeOptions.url ?? ''].some((address) => /^\/(api\/)?admin([/?]|$)/.test(address))
}

/** Requires access rules of each admin call, and https or this machine; rejects other origins. */
export function guardAdmin(app: FastifyInstance): void {
  app.decorateRequest('admin', null)
  app.decorate('adminAccess', new Map())
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/api/admin')) return
    const access = config?.access
    if (access === undefined) throw new Error(`${method} ${url} does not say who may call it`)
    for (const one of [method].flat()) app.adminAccess.set(`${one} ${url}`, access)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!isAdminRequest(request)) return
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    if (!isSecureRequest(request)) return sendError(reply, new AppError('forbidden', INSECURE_MESSAGE))
    if (!isOrigin(originOf(request))) return sendError(reply, UNREADABLE_OUTCOME.error)
    if (isForeign(request)) throw new AppError('forbidden', FOREIGN_REQUEST_MESSAGE)
  })
}

function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (reply.request.url.startsWith('/api/')) throw error
  return sendErrorPage(reply, error)
}

function isSecureRequest(request: FastifyRequest): boolean {
  return request.protocol === 'https' || isFromHere(request)
}

/** Whether a browser on this machine asks directly. */
export function isFromHere(request: FastifyRequest): boolean {
  return isFromSameMachine(request) && LOOPBACK_HOSTS.test(request.host)
}

/** The origin as the browser sees it. */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return `${protocol}://${host}`
}

/** Whether this is scheme, host and port only: proxies pass on whatever a visitor calls a host. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^\s/\\?#@]+$/.test(text) && URL.canParse(text)
}

/** A change needs an Origin header; a read from the address bar has none. */
function isForeign(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined) return origin !== originOf(request)
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (isReading)
    return request.url.startsWith('/api/') && site !== undefined && site !== 'same-origin' && site !== 'none'
  return site !== 'same-origin'
}

/** Over https preceded by `__Secure-`. */
export const COOKIE_PREFIX = 'admin'
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`

const LOOPBACK_ADDRESSES = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/

/** Proxies and content delivery networks add at least one. */
const PROXY_HEADERS =
  /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-(url-)?scheme|true-client-ip|cf-connecting-ip|fastly-client-ip|front-end-https)$/

/** Whether a program on this machine asks. A proxy connects from here as well, for any client. */
function isFromSameMachine({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const isForwarded = Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
  return !isForwarded && LOOPBACK_ADDRESSES.test(socket.remoteAddress ?? '')
}
