/**
 * Coercions for the responses of any backend (R3): numbers may be strings, identifiers may be numbers, unknown fields
 * are ignored. They return `null` instead of throwing.
 */

/** A JSON object, or `null` for anything else, lists included. */
export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Non-empty text, trimmed (numbers count as text); otherwise `null`. */
export function asText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' ? null : text
}

/** An id in the type that a backend sends it in. */
export type WireId = string | number

/** Remembers of an id that becomes a string whether it came as a number; `originalId` then makes it one again (R3). */
export function isNumericId(value: unknown): { numeric_id?: true } {
  return typeof value === 'number' ? { numeric_id: true } : {}
}

/** A product's id as its backend sent it, to be stored and sent (R3). */
export function originalId({ product_id, numeric_id }: { product_id: string; numeric_id?: true }): WireId {
  return numeric_id ? Number(product_id) : product_id
}

/** An id as it came; `null` for anything that is none. */
export function asWireId(value: unknown): WireId | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

/** A finite number that may arrive as a string; otherwise `null`. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** A whole number of at least 0 (fractions are cut, negatives become 0); `null` when it is not a number. */
export function asCount(value: unknown): number | null {
  const number = asNumber(value)
  return number === null ? null : Math.max(0, Math.min(Math.trunc(number), Number.MAX_SAFE_INTEGER))
}

/** The start of a text, without splitting an emoji or ending in a blank. */
export function truncateText(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}

/** The keys of a value that has exactly those of its type, such as a table of constants. */
export function keysOf<T extends object>(value: T): (keyof T & string)[] {
  // TypeScript types them as any texts, since a value may have more keys than its type.
  return Object.keys(value) as (keyof T & string)[]
}
