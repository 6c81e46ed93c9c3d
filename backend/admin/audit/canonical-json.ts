/** A subject before or after a change; blobs are hashes. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** JSON with sorted keys, so equal values have equal text; lone surrogates as the databases store them. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, inner: Json) => {
    if (typeof inner === 'string') return inner.toWellFormed()
    return isObject(inner) ? sortKeys(inner) : inner
  })
}

type JsonObject = { readonly [key: string]: Json }

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortKeys(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Canonical JSON already, such as from a thread. */
export class WrittenJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
