import { wordsOf } from './us-regions.ts'

/** Codes that stand for no country. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ us: 'US', usa: 'US', 'united states of america': 'US', america: 'US' },
  ...{ uk: 'GB', england: 'GB', scotland: 'GB', wales: 'GB', 'great britain': 'GB', 'northern ireland': 'GB' },
  ...{ holland: 'NL', 'the netherlands': 'NL', 'hong kong': 'HK', 'south korea': 'KR', 'czech republic': 'CZ' },
  turkey: 'TR',
}

let known: ReadonlyMap<string, string> | undefined

/** Country names and aliases in lower case, with the ISO 3166 code of each. */
function countryNames(): ReadonlyMap<string, string> {
  known ??= new Map([
    ...listCountries().map(({ code, name }) => [plain(name), code] as const),
    ...Object.entries(OTHER_NAMES),
  ])
  return known
}

export function listCountries(): { code: string; name: string }[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = COUNTRY_NAMES.of(code)
      // Former codes, such as Burma's, have the name of their successor.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code
      return name === undefined || !isCurrent || NO_COUNTRIES.has(code) ? [] : [{ code, name }]
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** The ISO 3166 code for a code or an English name; `null` for other text. */
export function parseCountry(text: string): string | null {
  const name = plain(text)
  const byName = countryNames().get(name)
  if (byName !== undefined) return byName
  const code = name.toUpperCase()
  return [...countryNames().values()].includes(code) ? code : null
}

export function countryName(code: string): string {
  return (/^[A-Z]{2}$/.test(code) && COUNTRY_NAMES.of(code)) || code
}

function plain(text: string): string {
  return wordsOf(text.replaceAll('.', '')).join(' ').toLowerCase()
}
