/** A subject before or after a change. Large blobs are represented by their hash. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * JSON with sorted keys, so equal values have equal text. Half a character, as where an emoji was cut in two, is written
 * as the databases store it.
 */
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

/** A value that is canonical JSON already, such as one that a thread has written. */
export class WrittenJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
