import { MINUTE_MS } from '@shop/contract/durations'
import { formatCount } from '@shop/contract/text/plural'

const BYTE_UNITS = [
  { from: 1_000_000_000, unit: 'GB' },
  { from: 1_000_000, unit: 'MB' },
] as const

/** For example `12.3 MB`; less than a megabyte is whole kilobytes. */
export function formatBytes(bytes: number): string {
  const found = BYTE_UNITS.find(({ from }) => bytes >= from)
  return found === undefined ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / found.from).toFixed(1)} ${found.unit}`
}

const AGE_UNITS = [
  { from: 48 * 60 * MINUTE_MS, length: 24 * 60 * MINUTE_MS, name: 'day' },
  { from: 60 * MINUTE_MS, length: 60 * MINUTE_MS, name: 'hour' },
  { from: MINUTE_MS, length: MINUTE_MS, name: 'minute' },
] as const

/** For example `3 hours old`; `now` in milliseconds. */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  const found = AGE_UNITS.find(({ from }) => age >= from)
  return found === undefined ? 'just now' : `${formatCount(Math.floor(age / found.length), found.name)} old`
}

/** For example `# 100001`, never broken between sign and number. */
export function formatOrderNumber(orderId: string): string {
  return `#\u00a0${orderId}`
}

/** A text in which numbers of orders stand, such as the subject of a mail, without a break inside them. */
export function keepNumbersWhole(text: string): string {
  return text.replaceAll(/# (?=\d)/g, '#\u00a0')
}

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/**
 * The editor's HTML as descriptions are stored, so what was not typed does not count as changed: without its paragraphs
 * in list items and cells, and without the empty ones at the end.
 */
export function tidyDescription(html: string): string {
  return html
    .replace(
      /<(li|dd|t[dh])((?: \w+="\d+")*)><p>((?:(?!<\/?(?:p|ul|ol|li|dl|table)>).)*)<\/p><\/\1>/gs,
      '<$1$2>$3</$1>',
    )
    .replace(/(?:<p><\/p>)+$/, '')
}

/** The number that a pressed telephone number calls: the first of several, without its extension. */
export function phoneLink(phone: string): string {
  const [number = phone] = /\+?\d[\d\s().-]{6,}/.exec(phone) ?? []
  const digits = number.replace(/\D/g, '')
  // Behind a number of the United States another one may follow at once.
  const isAbroad = number.startsWith('+') && !digits.startsWith('1')
  const length = isAbroad ? MAX_PHONE_DIGITS : digits.startsWith('1') ? 11 : 10
  return `tel:${number.startsWith('+') ? '+' : ''}${digits.slice(0, length)}`
}

/** Of an international number (E.164). */
const MAX_PHONE_DIGITS = 15
