import type { Settings } from '../settings/settings.ts'

type PolicySettings = Pick<Settings, 'apiUrl' | 'publicUrl'>

/** Hosts that a page may use beyond the shop's own, by directive. */
export type ExtraSources = Partial<Record<'script' | 'connect' | 'frame' | 'form', readonly string[]>>

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
export function pagePolicy(settings: PolicySettings, inlineScripts: readonly string[], hosts: ExtraSources): string {
  const script = inlineScripts.map((hash) => `'sha256-${hash}'`)
  return contentSecurityPolicy(settings, { ...hosts, script })
}

export function isSecure(settings: Pick<Settings, 'publicUrl'>): boolean {
  return settings.publicUrl?.startsWith('https:') === true
}
