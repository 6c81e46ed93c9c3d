import { type StateCode, US_STATES } from './tax.ts'

/** Where else the mail of the United States delivers: no state, and no sales tax of the shop's. */
const OTHER_REGIONS = {
  DC: 'District of Columbia',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
  GU: 'Guam',
  AS: 'American Samoa',
  MP: 'Northern Mariana Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
} as const

export type RegionCode = StateCode | keyof typeof OTHER_REGIONS

/** The parts of an address as a label has them. */
export type UsAddress = { address1: string; address2: string; city: string; state: RegionCode; zip: string }

/** What people write besides the two letters and the name. */
const SHORT_NAMES: Readonly<Record<string, RegionCode>> = {
  ...{
    ala: 'AL',
    ariz: 'AZ',
    ark: 'AR',
    calif: 'CA',
    colo: 'CO',
    conn: 'CT',
    del: 'DE',
    fla: 'FL',
    ill: 'IL',
    ind: 'IN',
  },
  ...{
    kan: 'KS',
    mass: 'MA',
    mich: 'MI',
    minn: 'MN',
    miss: 'MS',
    mont: 'MT',
    neb: 'NE',
    nev: 'NV',
    okla: 'OK',
    ore: 'OR',
  },
  ...{ penn: 'PA', penna: 'PA', tenn: 'TN', tex: 'TX', wash: 'WA', wis: 'WI', wisc: 'WI', wyo: 'WY' },
  'us virgin islands': 'VI',
}

const REGIONS: ReadonlyMap<string, RegionCode> = new Map([
  ...regionNames(US_STATES),
  ...regionNames(OTHER_REGIONS),
  ...Object.entries(SHORT_NAMES),
])

function regionNames<Code extends RegionCode>(names: Readonly<Record<Code, string>>): [string, Code][] {
  const codes = Object.keys(names).filter((code): code is Code => Object.hasOwn(names, code))
  return codes.flatMap((code): [string, Code][] => [
    [code.toLowerCase(), code],
    [names[code].toLowerCase(), code],
  ])
}

/** A state, territory or military region by its letters or its name, in any case and with full stops; `null` for any other text. */
export function parseRegion(text: string): RegionCode | null {
  return REGIONS.get(text.trim().replaceAll('.', '').replaceAll(/\s+/g, ' ').toLowerCase()) ?? null
}

/** Where ZIP codes begin with 0, which spreadsheets leave out; with 00 in the last two. */
const WITH_ZERO: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'AE', 'PR', 'VI'])
const WITH_TWO_ZEROS: ReadonlySet<string> = new Set(['PR', 'VI'])

/**
 * A ZIP code with the zeros that a spreadsheet has left out, such as `02108` or `02108-1234`; `null` when it cannot be one of
 * the region.
 */
export function parseZip(text: string, region: RegionCode): string | null {
  const digits = text.trim().replace(/^'/, '').replace(/\.0+$/, '')
  const [, zip = '', more = ''] = /^(\d{3,5}?)(?:[- ]?(\d{4}))?$/.exec(digits) ?? []
  const missing = 5 - zip.length
  const isWhole =
    missing === 0 || (missing === 1 && WITH_ZERO.has(region)) || (missing === 2 && WITH_TWO_ZEROS.has(region))
  if (!isWhole || Number(zip) === 0) return null
  return `${zip.padStart(5, '0')}${more === '' ? '' : `-${more}`}`
}

const COUNTRY = /[\s,]*\b(?:U\.?S\.?A?\.?|United States(?: of America)?)$/i

/** Whether the name of a country, or none, means the United States. */
export function isUnitedStates(country: string): boolean {
  return country.trim() === '' || COUNTRY.test(country.trim())
}

type End = { head: string; region: RegionCode; zip: string | null }

/** Reads state and ZIP code at the end of an address in lines, in either order; `null` without a state. */
function readEnd(address: string): End | null {
  const text = trimEnd(address.trim().replace(COUNTRY, ''))
  const [, before = '', zip = ''] = /^(.*?[\s,.])(\d{3,5}(?:[- ]\d{4})?|\d{8,9})$/s.exec(text) ?? []
  if (zip !== '') {
    const end = readRegion(trimEnd(before))
    return end === null ? null : { ...end, zip: parseZip(zip, end.region) }
  }
  const end = readRegion(text)
  if (end === null) return null
  const [, rest = '', first = ''] = /^(.*?[\s,.])(\d{5}(?:-\d{4})?)$/s.exec(end.head) ?? []
  if (first !== '') return { head: trimEnd(rest), region: end.region, zip: parseZip(first, end.region) }
  // Without a ZIP code a last word such as `La` may be part of a name.
  return /[\n,]\s*[\w. ]+$/.test(text) ? { ...end, zip: null } : null
}

/** The longest words at the end that name a region, and what stands before them. */
function readRegion(text: string): Pick<End, 'head' | 'region'> | null {
  for (const words of [3, 2, 1]) {
    const [found = ''] = new RegExp(`(?:(?<![\\w.])[\\w.]+[ \\t]*){${words}}$`).exec(text) ?? []
    const region = found === '' ? null : parseRegion(found)
    if (region !== null) return { head: trimEnd(text.slice(0, text.length - found.length)), region }
  }
  return null
}

function trimEnd(text: string): string {
  return text.replace(/[\s,.]+$/, '')
}

/** Reads an address that was typed in lines, such as `12 Main St, Salem, MA 1970`; `null` when a part of it is missing. */
export function readAddress(address: string): UsAddress | null {
  const end = readEnd(address)
  if (end === null || end.zip === null) return null
  const parts = end.head.split(/\s*[\n,]\s*/).filter((part) => part !== '')
  const [address1, ...others] = parts
  const city = others.pop()
  if (address1 === undefined || city === undefined) return null
  return { address1, address2: others.join(', '), city, state: end.region, zip: end.zip }
}

/** The lines of an address as they are printed. */
export function formatAddress({ address1, address2, city, state, zip }: UsAddress): string {
  return [address1, address2, `${city}, ${state} ${zip}`].filter((line) => line !== '').join('\n')
}

/** The region at the end of an address in lines; `null` when it names none. */
export function findRegion(address: string): RegionCode | null {
  return readEnd(address)?.region ?? null
}

/** The state of an address in lines; `null` when it names none of the 50. */
export function findState(address: string): StateCode | null {
  const region = findRegion(address)
  return region !== null && isState(region) ? region : null
}

export function isState(region: RegionCode): region is StateCode {
  return Object.hasOwn(US_STATES, region)
}

/** The five digits of the ZIP code at the end of an address in lines; `null` when they cannot be read. */
export function findZip(address: string): string | null {
  return readEnd(address)?.zip?.slice(0, 5) ?? null
}
