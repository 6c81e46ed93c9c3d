import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Settings } from '../settings/settings.ts'
import { contentSecurityPolicy, isSecure } from './content-security-policy.ts'

/** Browser features that neither pages nor their frames use. */
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
 * Security headers of every response, including those that no route sends. There is no content security policy in
 * development, since Vite needs inline scripts.
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
