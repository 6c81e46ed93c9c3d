import type { Endpoint } from '../../contract/endpoint.ts'

/** Calls are found by their files, so that a new one is tested without being listed. */
function endpointsOf(files: Record<string, Record<string, unknown>>): Endpoint[] {
  const nouns = Object.values(files).flatMap((module) => Object.values(module))
  return nouns.flatMap((noun) => Object.values(Object(noun))).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'response' in value
}

/** Every call between storefront and backend. */
export const SHOP_CALLS = endpointsOf(import.meta.glob('../../contract/*.schemas.ts', { eager: true }))

/** Every call between the admin and the backend. */
export const ADMIN_CALLS = endpointsOf(import.meta.glob('../../contract/admin/*.ts', { eager: true }))
