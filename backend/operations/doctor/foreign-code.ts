import { Parser } from 'htmlparser2'
import { hashScript, type PageScripts } from '../../pages/page-scripts.ts'

type BuiltPage = {
  origin: string
  scripts: PageScripts
}

type Attributes = Readonly<Record<string, string>>

/** They embed documents, or change addresses. No built page has one. */
const FORBIDDEN_ELEMENTS = ['applet', 'base', 'embed', 'fencedframe', 'frame', 'frameset', 'iframe', 'object', 'portal']

/** Scripts that browsers don't run. Any other type is code. */
const DATA_TYPES = ['application/json', 'application/ld+json']

/** Links that fetch ahead of use. */
const PRELOAD_RELATIONS = ['modulepreload', 'prefetch', 'preload', 'prerender']

/** A script's address; in an `<svg>` one of the last two. */
const SCRIPT_ADDRESSES = ['src', 'href', 'xlink:href']

/** Lists files that the start script loads. */
const MODULES_ATTRIBUTE = 'data-modules'

const TAG_START = /<[a-z/!?]/i

/** Lists scripts, links and redirects that the build lacks. */
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

/** Built pages preload only scripts and fonts. */
function isPreload({ rel = '', as }: Attributes): boolean {
  const relations = rel.toLowerCase().split(/\s+/)
  return as !== 'font' && PRELOAD_RELATIONS.some((preload) => relations.includes(preload))
}

function linkDifferences({ href = '' }: Attributes, { origin }: BuiltPage): string[] {
  return URL.parse(href, origin)?.origin === origin ? [] : [`it has a link to ${href}`]
}

function attributeDifferences(where: string, key: string, value: string): string[] {
  // Browsers skip control characters and blanks in a scheme.
  const isCode = key.startsWith('on') || /javascript:/i.test(value.replaceAll(/[\0-\x20]/g, ''))
  return [
    ...(isCode ? [`it has a script in ${where}`] : []),
    ...(TAG_START.test(value) ? [`it has a tag in ${where}`] : []),
  ]
}

/** The path of an own address; others unchanged. */
function pathIn(origin: string, address: string): string {
  const url = URL.parse(address, origin)
  return url?.origin === origin ? url.pathname : address
}
