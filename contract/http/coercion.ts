/** Coercions for responses of any backend (R3): numbers may be strings, ids numbers. `null` instead of an error. */

export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' ? null : text
}

export type WireId = string | number

export function isNumericId(value: unknown): { numeric_id?: true } {
  return typeof value === 'number' ? { numeric_id: true } : {}
}

export function originalId({ product_id, numeric_id }: { product_id: string; numeric_id?: true }): WireId {
  return numeric_id ? Number(product_id) : product_id
}

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

/** A whole number of at least 0: fractions are cut, negatives become 0; `null` for anything else. */
export function asCount(value: unknown): number | null {
  const number = asNumber(value)
  return number === null ? null : Math.max(0, Math.min(Math.trunc(number), Number.MAX_SAFE_INTEGER))
}

/** Cuts a text without splitting an emoji or ending in a blank. */
export function truncateText(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}

export function keysOf<T extends object>(value: T): (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[]
}
