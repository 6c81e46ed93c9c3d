/** Allowed tags (R10); others are removed, their text stays. */
export const DESCRIPTION_TAGS = [
  ...['p', 'div', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'strong', 'em', 'br', 'a'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

export const DESCRIPTION_LINK = /^https?:\/\//i

export const DESCRIPTION_LINK_REL = 'nofollow noopener'

const CELL_ATTRIBUTES = ['colspan', 'rowspan']

export const DESCRIPTION_ATTRIBUTES = ['href', 'rel', ...CELL_ATTRIBUTES]

export const SANITIZER_OPTIONS = {
  allowedTags: DESCRIPTION_TAGS,
  allowedAttributes: { a: ['href', 'rel'], td: CELL_ATTRIBUTES, th: CELL_ATTRIBUTES },
  transformTags: {
    // A disallowed tag leaves its text.
    a: (_name: string, { href = '' }: Record<string, string>) => {
      const address = href.trim()
      return DESCRIPTION_LINK.test(address)
        ? { tagName: 'a', attribs: { href: address, rel: DESCRIPTION_LINK_REL } }
        : { tagName: 'span', attribs: {} }
    },
  },
}

/** Replacements for disallowed tags. The page itself has the headings of the first two levels. */
const EQUIVALENT_TAGS: ReadonlyMap<string, string> = new Map([
  ...['h1', 'h2'].map((name) => [name, 'h3'] as const),
  ...['section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'hgroup'].map((name) => [name, 'div'] as const),
  ...['blockquote', 'pre', 'figure', 'figcaption', 'address', 'center'].map((name) => [name, 'div'] as const),
  ...['details', 'summary', 'form', 'fieldset', 'legend', 'search', 'dialog'].map((name) => [name, 'div'] as const),
  ...['menu', 'dir'].map((name) => [name, 'ul'] as const),
  ['hr', 'br'],
])

/** Inline tags: a word can continue behind them. */
const INLINE_TAGS: ReadonlySet<string> = new Set(
  'abbr acronym b bdi bdo big cite code data del dfn font i ins kbd label mark nobr q rb rp rt ruby s samp small span strike sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Table parts that vanish with their boundaries when the table around them is missing. */
const TABLE_PARTS: ReadonlySet<string> = new Set(['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'])

/** Turns the lines of plain text, as spreadsheets have it, into HTML. */
function withLines(html: string): string {
  if (/<[a-z!/]/i.test(html) || !html.includes('\n')) return html
  const lines = html.trim().split('\n')
  return lines.map((line) => line.trim()).join('<br />')
}

/** Replaces disallowed tags by equivalents, or by blanks that keep words apart, before sanitizing. Idempotent. */
export function keepBoundaries(html: string): string {
  return withLines(html).replace(
    /(\s?)<(\/?)([a-z][^\s/<>]*)/gi,
    (_tag, blank: string, slash: string, given: string, at: number) => {
      const name = given.toLowerCase()
      const kept = EQUIVALENT_TAGS.get(name) ?? name
      const isBoundary = TABLE_PARTS.has(kept) || !(DESCRIPTION_TAGS.includes(kept) || INLINE_TAGS.has(kept))
      return `${isBoundary && blank === '' && at > 0 ? ' ' : blank}<${slash}${kept}`
    },
  )
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The text of a sanitized description: a line per paragraph, heading, list item and table row. */
export function plainText(html: string): string {
  return html
    .replace(/<li(?=[\s>])/gi, '\n• $&')
    .replace(/<\/?(?:td|th|dt)(?=[\s>])/gi, ' $&')
    .replace(/<\/?(?:p|div|h\d|li|ul|ol|dl|table|caption|tr|br)(?=[\s/>])/gi, '\n$&')
    .replace(/<\/dd(?=[\s>])/gi, '\n$&')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w+|#39);/g, (entity, name: string) => HTML_ENTITIES[name] ?? entity)
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .replace(/^•\n(?!•)/gm, '• ')
}
