import { countryName, parseCountry } from './countries.ts'
import { parseRegion } from './region-names.ts'
import {
  isMilitary,
  isState,
  isZipQuestion,
  otherRegionOfZip,
  parseZip,
  type RegionCode,
  wordsOf,
  zipProblem,
  zipQuestion,
} from './us-regions.ts'
import type { StateCode } from './us-states.ts'

export type PostalAddress = {
  company: string
  address1: string
  address2: string
  city: string
  /** Two letters in the United States; elsewhere as it was typed. */
  state: string
  zip: string
  country: string
}

export type AddressPart = keyof PostalAddress
export const ADDRESS_PARTS = ['company', 'address1', 'address2', 'city', 'state', 'zip', 'country'] as const

export const HOME_COUNTRY = 'US'
export const EMPTY_ADDRESS: PostalAddress = {
  ...{ company: '', address1: '', address2: '', city: '', state: '', zip: '' },
  country: HOME_COUNTRY,
}

export function isEmptyAddress(address: PostalAddress): boolean {
  return ADDRESS_PARTS.every((part) => part === 'country' || address[part].trim() === '')
}

export function formatAddress({ company, address1, address2, city, state, zip, country }: PostalAddress): string {
  const town = [city, joined([state, zip], ' ')]
  const abroad = country === HOME_COUNTRY ? '' : countryName(country)
  return joined([company, address1, address2, joined(town, ', '), abroad], '\n')
}

function joined(parts: readonly string[], between: string): string {
  return parts.filter((part) => part !== '').join(between)
}

export function stateOfAddress({ country, state }: Pick<PostalAddress, 'country' | 'state'>): StateCode | null {
  return country === HOME_COUNTRY && isState(state) ? state : null
}

/** Normalizes state and country to letters, and restores leading zeros of a ZIP code, where these are known. */
export function normalizeAddress(address: PostalAddress): PostalAddress {
  const parts = Object.fromEntries(ADDRESS_PARTS.map((part) => [part, wordsOf(address[part]).join(' ')]))
  const typed = { ...address, ...parts }
  const { country, state } = withTerritory(parseCountry(typed.country || HOME_COUNTRY) ?? typed.country, typed.state)
  const region = country === HOME_COUNTRY ? parseRegion(state) : null
  if (region === null) return { ...typed, country, state }
  return { ...typed, country, state: region, zip: parseZip(typed.zip, region) ?? typed.zip }
}

/** Puerto Rico and others are countries to some programs, and regions to the US mail. */
function withTerritory(country: string, state: string): { country: string; state: string } {
  const isTerritory = ['PR', 'VI', 'GU', 'AS', 'MP'].includes(country)
  return isTerritory ? { country: HOME_COUNTRY, state: country } : { country, state }
}

/** Lists what a label needs and an address lacks, in words. */
export function missingParts(address: PostalAddress): string[] {
  const needed: Partial<Record<AddressPart, string>> = { address1: 'street', city: 'city' }
  const atHome: Partial<Record<AddressPart, string>> = { ...needed, state: 'state', zip: 'ZIP code' }
  const names = address.country === HOME_COUNTRY ? atHome : needed
  return ADDRESS_PARTS.flatMap((part) => (address[part] === '' ? (names[part] ?? []) : []))
}

export const UNKNOWN_STATE = 'Please choose the state'

/** Lists the errors of a typed address by part. `isZipSure`: someone confirmed the ZIP code. */
export function addressErrors(address: PostalAddress, isZipSure = false): Partial<Record<AddressPart, string>> {
  const { address1, city, country } = address
  return {
    ...(address1 === '' && { address1: 'Please enter the street' }),
    ...(city === '' && { city: 'Please enter the city' }),
    ...(parseCountry(country) === null && { country: 'Please choose the country' }),
    ...(country === HOME_COUNTRY && regionErrors(address, isZipSure)),
  }
}

function regionErrors({ state, zip }: PostalAddress, isZipSure: boolean): { state?: string; zip?: string } {
  const region = parseRegion(state)
  if (region === null) return { state: UNKNOWN_STATE, ...(zip === '' && { zip: 'Please enter the ZIP code' }) }
  const message = zip === '' ? 'Please enter the ZIP code' : zipProblem(zip, region)
  const isDoubted = message !== null && isZipQuestion(message)
  return message === null || (isDoubted && isZipSure) ? {} : { zip: message }
}

type End = { head: string[]; region: RegionCode; zip: string | null }

/** Parses an address in lines or with commas, such as `12 Main St, Salem, MA 1970`; `null` where a part is unclear. */
export function parseAddress(text: string): PostalAddress | null {
  const end = parseEnd(text)
  if (end === null || end.zip === null || otherRegionOfZip(end.zip, end.region) !== null) return null
  const lines = [...end.head]
  const city = lines.pop()
  const numbered = lines.findIndex((line) => /\d/.test(line))
  const street = lines.length === 1 ? 0 : numbered
  const address1 = lines[street]
  if (city === undefined || address1 === undefined) return null
  return {
    company: lines.slice(0, street).join(', '),
    address1,
    address2: lines.slice(street + 1).join(', '),
    city,
    state: end.region,
    zip: end.zip,
    country: HOME_COUNTRY,
  }
}

export function findRegion(text: string): RegionCode | null {
  return parseEnd(text)?.region ?? null
}

/** The reason to doubt the ZIP code at the end of an address in lines; `null` without one. */
export function linesZipQuestion(text: string): string | null {
  const end = parseEnd(text)
  return end === null || end.zip === null ? null : zipQuestion(end.zip, end.region)
}

/** Parses state and ZIP code at the end of an address, in either order; `null` without a state. */
function parseEnd(text: string): End | null {
  const plain = text.replace(/(?<=\d{4}) ?[-–—‐‑−] ?(?=\d{4})/g, '-')
  const lines = withoutCountry(
    plain
      .split(/[\n\t,;|]/)
      .map(lineWords)
      .filter(isNotEmpty),
  )
  const { zip, rest } = takeZip(lines)
  if (zip !== null) {
    const found = takeRegion(withoutCountry(rest))
    return found === null ? null : { ...found, zip: parseZip(zip, found.region) }
  }
  const found = takeRegion(lines)
  if (found === null) return null
  const before = takeZip(found.rest)
  if (before.zip !== null && before.zip.length >= 5) {
    return { region: found.region, zip: parseZip(before.zip, found.region), head: before.rest.map(textOf) }
  }
  // Without a ZIP code a last word such as `La` may be part of a name.
  return found.isLine ? { region: found.region, head: found.head, zip: null } : null
}

function lineWords(line: string): string[] {
  return wordsOf(line).filter((word) => [...word].some((letter) => letter !== '.'))
}

type Lines = readonly (readonly string[])[]

const isNotEmpty = (line: readonly string[]) => line.length > 0
const textOf = (line: readonly string[]) => line.join(' ')

/** The lines without the last `count` words, and without a dash before them. */
function withoutWords(lines: Lines, count: number): Lines {
  const last = lines.at(-1) ?? []
  const rest = last.slice(0, last.length - count)
  const words = /^[-–—]$/.test(rest.at(-1) ?? '') ? rest.slice(0, -1) : rest
  return [...lines.slice(0, -1), words].filter(isNotEmpty)
}

function lastWords(lines: Lines, count: number): string | null {
  const last = lines.at(-1) ?? []
  return last.length < count ? null : textOf(last.slice(-count))
}

/** Removes words at the end that name the country; a last word such as `America` can be a town. */
function withoutCountry(lines: Lines): Lines {
  for (const count of [4, 3, 2, 1]) {
    const words = lastWords(lines, count)
    if (words !== null && isUnitedStates(words)) return withoutWords(lines, count)
  }
  return lines
}

function isUnitedStates(words: string): boolean {
  const name = words.replaceAll('.', '').toLowerCase()
  return ['us', 'usa', 'united states', 'united states of america'].includes(name)
}

function takeZip(lines: Lines): { zip: string | null; rest: Lines } {
  for (const count of [2, 1]) {
    const words = lastWords(lines, count)?.replace(/\.$/, '')
    const pattern = count === 2 ? /^\d{5} \d{4}$/ : /^(?:\d{3,5}(?:-\d{4})?|\d{8,9})$/
    if (words !== undefined && pattern.test(words)) return { zip: words, rest: withoutWords(lines, count) }
  }
  return { zip: null, rest: lines }
}

/** Takes the longest words at the end that name a region; `isLine`: they are a whole line. */
function takeRegion(lines: Lines): { region: RegionCode; rest: Lines; head: string[]; isLine: boolean } | null {
  for (const count of [6, 5, 4, 3, 2, 1]) {
    const words = lastWords(lines, count)
    const region = words === null ? null : parseRegion(words)
    // Of "Washington DC" and "Wash DC" the first word is the city.
    if (region === null || (region === 'DC' && words?.toLowerCase().startsWith('wash'))) continue
    const rest = withoutWords(lines, count)
    return { region, rest, head: rest.map(textOf), isLine: rest.length < lines.length || isTownOf(rest, region) }
  }
  return null
}

function isTownOf(lines: Lines, region: RegionCode): boolean {
  const town = lastWords(lines, 1)?.toLowerCase() ?? ''
  return region === 'DC'
    ? /^wash(?:ington|\.)?$/.test(town)
    : isMilitary(region) && ['apo', 'fpo', 'dpo'].includes(town)
}
