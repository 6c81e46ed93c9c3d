import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Settings } from '../../settings/settings.ts'
import { contentSecurityPolicy, isSecure } from '../content-security-policy.ts'

/** The files that a page loads. An SVG can be opened as a page. */
const PARTS_OF_PAGES = /^(?:image\/(?!svg)|video\/|font\/|text\/css|text\/javascript)/

/** Headers that matter for every kind of response; the others are for pages. */
const OF_EVERY_RESPONSE: ReadonlySet<string> = new Set([
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
])

/** Sets headers before any other hook responds. Files of pages go without the headers for pages, 900 bytes each. */
export function setSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  const ofPages = Object.keys(headers).filter((name) => !OF_EVERY_RESPONSE.has(name))
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!PARTS_OF_PAGES.test(String(reply.getHeader('content-type')))) return
    for (const name of ofPages) reply.removeHeader(name)
  })
}

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

/** Security headers of every response. No content security policy in development: Vite needs inline scripts. */
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
