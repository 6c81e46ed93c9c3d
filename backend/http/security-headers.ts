import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Settings } from '../settings.ts'
import { contentSecurityPolicy, isSecure } from './content-security-policy.ts'

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
