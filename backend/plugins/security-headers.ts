import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Settings } from '../settings.ts'

/** Hosts that a page may use beyond the shop's own, by directive. */
type ExtraSources = Partial<Record<'script' | 'connect' | 'frame' | 'form', readonly string[]>>

/**
 * Whom a page may call beyond the shop: nobody, except that Braintree's card fields live in its own frames. Every page
 * gets these hosts, not the checkout alone, since one moves there without a new document and keeps the first one's
 * policy. Scripts come from the shop itself in any case. Another backend (API_URL) may have Braintree keys of its own.
 */
export function extraSources({ braintree, apiUrl }: Settings): ExtraSources {
  if (braintree === null && apiUrl === null) return {}
  return {
    frame: ['https://assets.braintreegateway.com'],
    // The last is where Braintree's own library reports how it fares.
    connect: ['https://*.braintreegateway.com', 'https://*.braintree-api.com', 'https://www.paypal.com'],
  }
}

/**
 * The content security policy of a page. A product's pictures and videos may lie on any host that speaks TLS (R9): the
 * catalog decides which, and neither can run anything.
 */
export function contentSecurityPolicy(settings: Settings, extra: ExtraSources = {}): string {
  const api = settings.apiUrl === null ? [] : [new URL(settings.apiUrl).origin]
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...(extra.script ?? [])],
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'https:', ...api],
    'media-src': ["'self'", 'https:', ...api],
    'connect-src': ["'self'", ...api, ...(extra.connect ?? [])],
    'frame-src': ["'self'", ...(extra.frame ?? [])],
    'frame-ancestors': ["'self'"],
    'form-action': ["'self'", ...(extra.form ?? [])],
    ...(isSecure(settings) ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** What no page of the shop asks of a browser, nor any frame in it. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * The headers that tell browsers what this shop never does: on every answer, also on those that no route gives. While
 * developing there is no policy, since Vite needs inline scripts.
 */
export function securityHeaders(settings: Settings, development: boolean): Record<string, string> {
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure(settings) ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, () => {})
  return {
    ...Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])),
    'permissions-policy': PERMISSIONS_POLICY,
    ...(development ? {} : { 'content-security-policy': contentSecurityPolicy(settings) }),
  }
}

/** Sets headers before anything else can answer. */
export function setSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}

function isSecure(settings: Settings): boolean {
  return settings.publicUrl.startsWith('https:')
}
