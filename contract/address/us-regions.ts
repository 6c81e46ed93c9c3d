import { type StateCode, US_STATES } from './us-states.ts'

/** Regions that the US mail serves and that are no states; they have no sales tax here. */
const OTHER_REGIONS = {
  DC: 'District of Columbia',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
  GU: 'Guam',
  AS: 'American Samoa',
  MP: 'Northern Mariana Islands',
  FM: 'Micronesia',
  MH: 'Marshall Islands',
  PW: 'Palau',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
} as const

export type RegionCode = StateCode | keyof typeof OTHER_REGIONS

export const US_REGIONS: Readonly<Record<RegionCode, string>> = { ...US_STATES, ...OTHER_REGIONS }

export function wordsOf(text: string): string[] {
  return text.split(/\s/).filter((word) => word !== '')
}

function isRegion(code: string): code is RegionCode {
  return Object.hasOwn(US_REGIONS, code)
}

export function isMilitary(region: RegionCode): boolean {
  return ['AA', 'AE', 'AP'].includes(region)
}

export function isState(region: string): region is StateCode {
  return Object.hasOwn(US_STATES, region)
}

/** States whose ZIP codes begin with 0, which spreadsheets drop; with 00 in the last two. */
const WITH_ZERO: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'AE', 'PR', 'VI'])
const WITH_TWO_ZEROS: ReadonlySet<string> = new Set(['PR', 'VI'])

/** Restores leading zeros that a spreadsheet dropped from a ZIP code; `null` when it can't be one of the region. */
export function parseZip(text: string, region: RegionCode): string | null {
  const digits = text
    .trim()
    .replace(/^'/, '')
    .replace(/\.0+$/, '')
    .replace(/ ?[-–—‐‑−] ?/, '-')
    .replace(/-$/, '')
  const [, zip = '', more = ''] = /^(\d{3,5}?)(?:[- ]?(\d{4}))?$/.exec(digits) ?? []
  const missing = 5 - zip.length
  const isWhole =
    missing === 0 ||
    (missing === 1 && WITH_ZERO.has(region)) ||
    (missing === 2 && WITH_TWO_ZEROS.has(region)) ||
    // New York has a few.
    ownersOf(zip.padStart(5, '0')).some((owner) => owner.region === region)
  // A spreadsheet drops all leading zeros, or none.
  if (!isWhole || (missing > 0 && zip.startsWith('0'))) return null
  const padded = zip.padStart(5, '0')
  return hasZipBeginning(padded) ? `${padded}${more === '' ? '' : `-${more}`}` : null
}

/** The regions by the first three digits of their ZIP codes; some are shared. */
const ZIP_BEGINNINGS = `005 NY,006-007 PR,008 VI,009 PR,010-027 MA,028-029 RI,030-038 NH,039-049 ME,050-054 VT,055 MA,
056-059 VT,060-069 CT,063 NY,070-089 NJ,090-099 AE,100-149 NY,150-196 PA,197-199 DE,200 DC,201 VA,202-205 DC,206-219 MD,
220-246 VA,247-268 WV,270-289 NC,290-299 SC,300-319 GA,320-339 FL,340 AA,341-349 FL,350-369 AL,370-385 TN,386-397 MS,
398-399 GA,400-427 KY,430-459 OH,460-479 IN,480-499 MI,500-528 IA,530-549 WI,550-567 MN,569 DC,570-577 SD,580-588 ND,
590-599 MT,600-629 IL,630-658 MO,660-679 KS,680-693 NE,700-714 LA,716-729 AR,730-749 OK,733 TX,750-799 TX,800-816 CO,
820-831 WY,832-838 ID,834 WY,840-847 UT,850-865 AZ,870-884 NM,885 TX,889-898 NV,900-961 CA,962-966 AP,967-968 HI,967 AS,
969 GU,969 MP,969 FM,969 MH,969 PW,970-979 OR,980-994 WA,995-999 AK`
  .split(',')
  .map((entry) => {
    const [range = '', name = ''] = wordsOf(entry)
    const [from = '', to = from] = range.split('-')
    return { from, to, region: isRegion(name) ? name : null }
  })

export const ZIP_FORM = /^\d{5}$/

export const BILLING_ZIP = /^(?!00000)\d{5}$/

export function shortZipProblem(text: string): string | null {
  if (!ZIP_FORM.test(text)) return 'Please enter a 5-digit ZIP code'
  return hasZipBeginning(text) ? null : `No ZIP code begins with ${text.slice(0, 3)}`
}

/** Whether any ZIP code begins with these three digits: none begins with 002. */
export function hasZipBeginning(zip: string): boolean {
  return ownersOf(zip).length > 0
}

function ownersOf(zip: string) {
  const begin = zip.slice(0, 3)
  return ZIP_BEGINNINGS.filter(({ from, to }) => from <= begin && begin <= to)
}

/** The region that a ZIP code belongs to; `null` where it can be in the given region, or is unknown. */
export function otherRegionOfZip(zip: string, region: RegionCode): RegionCode | null {
  const owners = ownersOf(zip)
  return owners.some((owner) => owner.region === region) ? null : (owners[0]?.region ?? null)
}

export function zipProblem(zip: string, region: RegionCode): string | null {
  if (parseZip(zip, region) === null) {
    return `This isn’t a ZIP code in ${US_REGIONS[region]}, such as 02108 or 02108-1234 in Massachusetts`
  }
  const other = otherRegionOfZip(zip, region)
  return other === null ? null : `${zip} ${ZIP_OF} ${US_REGIONS[other]}, not ${US_REGIONS[region]}`
}

const ZIP_OF = 'is a ZIP code in'

/** The reason to doubt a ZIP code that could still be one of this region; `null` otherwise. */
export function zipQuestion(zip: string, region: RegionCode): string | null {
  const problem = zipProblem(zip, region)
  return problem !== null && isZipQuestion(problem) ? problem : null
}

export function isZipQuestion(message: string): boolean {
  return message.includes(ZIP_OF)
}
