import type { Settings } from '../settings/settings.ts'

type PolicySettings = Pick<Settings, 'apiUrl' | 'publicUrl'>

type ExtraSources = Partial<Record<'script' | 'connect' | 'frame' | 'form', readonly string[]>>

/**
 * Hosts of Braintree's card fields. All pages allow them, since in-app navigation keeps the first document's policy.
 * Another backend (API_URL) may have Braintree keys of its own.
 */
export function extraSources({ braintree, apiUrl }: Pick<Settings, 'braintree' | 'apiUrl'>): ExtraSources {
  if (braintree === null && apiUrl === null) return {}
  return {
    frame: ['https://assets.braintreegateway.com'],
    // The last receives telemetry of Braintree's library.
    connect: ['https://*.braintreegateway.com', 'https://*.braintree-api.com', 'https://www.paypal.com'],
  }
}

/** Pictures and videos may come from any https host (R9): neither can run code. */
export function contentSecurityPolicy(settings: PolicySettings, extra: ExtraSources = {}): string {
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

/** The policy of pages whose inline scripts have these SHA-256 hashes (base64). */
export function pagePolicy(
  settings: PolicySettings & Pick<Settings, 'braintree'>,
  inlineScripts: readonly string[],
): string {
  const script = inlineScripts.map((hash) => `'sha256-${hash}'`)
  return contentSecurityPolicy(settings, { ...extraSources(settings), script })
}

export function isSecure(settings: Pick<Settings, 'publicUrl'>): boolean {
  return settings.publicUrl?.startsWith('https:') === true
}
