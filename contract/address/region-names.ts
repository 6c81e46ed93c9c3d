import { halfWidth } from '../text/clean-input.ts'
import { type RegionCode, US_REGIONS, wordsOf } from './us-regions.ts'

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
  ...{ cal: 'CA', cali: 'CA', wva: 'WV', 'w va': 'WV', 'n mexico': 'NM', 'n hampshire': 'NH', 'n jersey': 'NJ' },
  ...{ 'us virgin islands': 'VI', 'virgin islands us': 'VI', 'washington dc': 'DC' },
  ...{ 'armed forces africa': 'AE', 'armed forces canada': 'AE', 'armed forces middle east': 'AE' },
  ...{ usvi: 'VI', cnmi: 'MP', 'federated states of micronesia': 'FM', 'wash dc': 'DC' },
  ...{ 'armed forces the americas': 'AA' },
  ...{ 'armed forces aa': 'AA', 'armed forces ae': 'AE', 'armed forces ap': 'AP' },
}

const REGIONS_BY_NAME: ReadonlyMap<string, RegionCode> = new Map([
  ...regionNames(US_REGIONS),
  ...Object.entries(SHORT_NAMES),
])

function regionNames<Code extends RegionCode>(names: Readonly<Record<Code, string>>): [string, Code][] {
  const codes = Object.keys(names).filter((code): code is Code => Object.hasOwn(names, code))
  return codes.flatMap((code): [string, Code][] => [
    [code.toLowerCase(), code],
    [names[code].toLowerCase(), code],
  ])
}

/** Parses a region by letters or name, such as `N. Y.`, `US-MA` and `W. Virginia`; `null` for other text. */
export function parseRegion(text: string): RegionCode | null {
  return regionNamed(text) ?? regionInParts(text)
}

/** Parses regions named twice, as in `MA - Massachusetts` and `Puerto Rico (US)`. */
function regionInParts(text: string): RegionCode | null {
  const parts = text
    .split(/[-–—/(),]/)
    .map((part) => part.trim())
    .filter((part) => !/^(?:US|USA|U\.S\.|U\.S\.A\.)?$/i.test(part))
  const [region = null, ...others] = new Set(parts.map(regionNamed))
  return others.length === 0 ? region : null
}

function regionNamed(text: string): RegionCode | null {
  const words = wordsOf(
    halfWidth(text)
      .replace(/[.'’‘ʻ()]/g, '')
      .replace(/,/g, ' ')
      .toLowerCase(),
  )
  const name = words.every((word) => word.length === 1) ? words.join('') : words.join(' ')
  const whole = name
    .replace(/^us[- ](?=[a-z]{2}$)/, '')
    .replace(/^(?:the )?(?:(?:state|commonwealth|territory) of (?:the )?)?(?=[a-z]{3})/, '')
    .replace(/(?<=[a-z]{4}) state$/, '')
    .replace(/^(?:n|no) (?=carolina|dakota)/, 'north ')
    .replace(/^(?:s|so) (?=carolina|dakota)/, 'south ')
    .replace(/^w (?=virginia)/, 'west ')
  return REGIONS_BY_NAME.get(whole) ?? null
}
