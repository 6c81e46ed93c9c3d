/** What an audit entry holds of a thing before and after a change. Large blobs are named by their hash in it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** JSON text that two equal values share, in whatever order their keys were written. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, inner: Json) => (isObject(inner) ? sortKeys(inner) : inner))
}

type JsonObject = { readonly [key: string]: Json }

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortKeys(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
