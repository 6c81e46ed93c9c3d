import { Parser } from 'htmlparser2'
import { hashScript, type PageScripts } from '../../pages/page-scripts.ts'

type BuiltPage = {
  /** The address that shoppers use. */
  origin: string
  scripts: PageScripts
}

type Attributes = Readonly<Record<string, string>>

/** Elements that bring other documents, or change what addresses mean. No built page has one. */
const FORBIDDEN_ELEMENTS = ['applet', 'base', 'embed', 'fencedframe', 'frame', 'frameset', 'iframe', 'object', 'portal']

/** Types of scripts that browsers do not run. Any other is taken for code. */
const DATA_TYPES = ['application/json', 'application/ld+json']

/** Relations of links that fetch something before it is used. */
const PRELOAD_RELATIONS = ['modulepreload', 'prefetch', 'preload', 'prerender']

/** Attributes with the address of a script; in an `<svg>` it is one of the last two. */
const SCRIPT_ADDRESSES = ['src', 'href', 'xlink:href']

/** Names files that the page's start script loads, separated by blanks. */
const MODULES_ATTRIBUTE = 'data-modules'

/**
 * Built pages escape tags in text. The parser takes some text for a comment, an attribute or data in which a browser sees
 * tags, depending on the elements around it.
 */
const TAG_START = /<[a-z/!?]/i

/** Scripts, links and redirects of a page that the build does not have, a difference each. */
export function findForeignCode(html: string, page: BuiltPage): string[] {
  const found: string[] = []
  let script: { isData: boolean; text: string } | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      found.push(...elementDifferences(name, attributes, page))
      if (name === 'script') script = { isData: DATA_TYPES.includes(attributes.type ?? ''), text: '' }
    },
    ontext(text) {
      if (script !== null) script.text += text
      else if (TAG_START.test(text)) found.push('it has a tag in a text')
    },
    onclosetag(name) {
      if (name !== 'script' || script === null) return
      if (!isExpected(script, page.scripts)) found.push('it has a script in its text')
      script = null
    },
    oncomment(text) {
      if (TAG_START.test(text)) found.push('it has a tag in a comment')
    },
  })
  parser.end(html)
  return found.map((difference) => difference.slice(0, 200))
}

function isExpected({ isData, text }: { isData: boolean; text: string }, { inline }: PageScripts): boolean {
  return isData ? !TAG_START.test(text) : text === '' || inline.includes(hashScript(text))
}

function elementDifferences(name: string, attributes: Attributes, page: BuiltPage): string[] {
  const foreign = scriptAddresses(name, attributes).filter(
    (address) => !Object.hasOwn(page.scripts.files, pathIn(page.origin, address)),
  )
  const equivalent = attributes['http-equiv']
  return [
    ...foreign.map((address) => `it has a script from ${address}`),
    ...(FORBIDDEN_ELEMENTS.includes(name) ? [`it has <${name}>`] : []),
    ...(name === 'meta' && equivalent !== undefined ? [`it has <meta http-equiv=${equivalent}>`] : []),
    ...(name === 'link' ? linkDifferences(attributes, page) : []),
    ...Object.entries(attributes).flatMap(([key, value]) => attributeDifferences(`${key} of <${name}>`, key, value)),
  ]
}

function scriptAddresses(name: string, attributes: Attributes): string[] {
  const modules = (attributes[MODULES_ATTRIBUTE] ?? '').split(/\s+/).filter((address) => address !== '')
  const isScript = name === 'script' || (name === 'link' && isPreload(attributes))
  const own = isScript ? SCRIPT_ADDRESSES.flatMap((key) => attributes[key] ?? []) : []
  return [...own, ...modules]
}

/** Fonts are all that built pages preload besides scripts. */
function isPreload({ rel = '', as }: Attributes): boolean {
  const relations = rel.toLowerCase().split(/\s+/)
  return as !== 'font' && PRELOAD_RELATIONS.some((preload) => relations.includes(preload))
}

function linkDifferences({ href = '' }: Attributes, { origin }: BuiltPage): string[] {
  return URL.parse(href, origin)?.origin === origin ? [] : [`it has a link to ${href}`]
}

function attributeDifferences(where: string, key: string, value: string): string[] {
  // Browsers skip control characters and blanks in the scheme of an address.
  const isCode = key.startsWith('on') || /javascript:/i.test(value.replaceAll(/[\0-\x20]/g, ''))
  return [
    ...(isCode ? [`it has a script in ${where}`] : []),
    ...(TAG_START.test(value) ? [`it has a tag in ${where}`] : []),
  ]
}

/** The path of an address of the shop itself; anything else is returned as it is. */
function pathIn(origin: string, address: string): string {
  const url = URL.parse(address, origin)
  return url?.origin === origin ? url.pathname : address
}
