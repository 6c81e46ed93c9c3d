/** Allowed tags of a description (R10); others are removed, their text is kept. */
export const DESCRIPTION_TAGS = [
  ...['p', 'div', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'strong', 'em', 'br', 'a'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

export const DESCRIPTION_LINK = /^https?:\/\//i

export const DESCRIPTION_LINK_REL = 'nofollow noopener'

const CELL_ATTRIBUTES = ['colspan', 'rowspan']

/** Allowed attributes; all others are removed. */
export const DESCRIPTION_ATTRIBUTES = ['href', 'rel', ...CELL_ATTRIBUTES]

/** The options of `sanitize-html` for descriptions; it gets what `keepBoundaries` returns. */
export const SANITIZER_OPTIONS = {
  allowedTags: DESCRIPTION_TAGS,
  allowedAttributes: { a: ['href', 'rel'], td: CELL_ATTRIBUTES, th: CELL_ATTRIBUTES },
  transformTags: {
    // A tag that is not allowed leaves its text.
    a: (_name: string, { href = '' }: Record<string, string>) => {
      // Browsers ignore blanks around it.
      const address = href.trim()
      return DESCRIPTION_LINK.test(address)
        ? { tagName: 'a', attribs: { href: address, rel: DESCRIPTION_LINK_REL } }
        : { tagName: 'span', attribs: {} }
    },
  },
}

/** Tags that have an allowed equivalent. The page has the headings of the first two levels. */
const EQUIVALENT_TAGS: ReadonlyMap<string, string> = new Map([
  ...['h1', 'h2'].map((name) => [name, 'h3'] as const),
  ...['section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'hgroup'].map((name) => [name, 'div'] as const),
  ...['blockquote', 'pre', 'figure', 'figcaption', 'address', 'center'].map((name) => [name, 'div'] as const),
  ...['details', 'summary', 'form', 'fieldset', 'legend', 'search', 'dialog'].map((name) => [name, 'div'] as const),
  ...['menu', 'dir'].map((name) => [name, 'ul'] as const),
  ['hr', 'br'],
])

/** Tags within a sentence: a word may go on behind them. */
const INLINE_TAGS: ReadonlySet<string> = new Set(
  'abbr acronym b bdi bdo big cite code data del dfn font i ins kbd label mark nobr q rb rp rt ruby s samp small span strike sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Parts of a table disappear with their boundaries where the table around them is missing. */
const TABLE_PARTS: ReadonlySet<string> = new Set(['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'])

/** A text without any tag, as spreadsheets have it, with its lines. */
function withLines(html: string): string {
  if (/<[a-z!/]/i.test(html) || !html.includes('\n')) return html
  const lines = html.trim().split('\n')
  return lines.map((line) => line.trim()).join('<br />')
}

/**
 * A description before it is sanitized: tags to be removed are replaced by equivalents or get a blank before them,
 * which keeps the words on both sides apart. Repeating it changes nothing.
 */
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

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The words of a sanitized description without its tags: a line for each paragraph, heading, list item and table row. */
export function plainText(html: string): string {
  return html
    .replace(/<li(?=[\s>])/gi, '\n• $&')
    .replace(/<\/?(?:td|th|dt)(?=[\s>])/gi, ' $&')
    .replace(/<\/?(?:p|div|h\d|li|ul|ol|dl|table|caption|tr|br)(?=[\s/>])/gi, '\n$&')
    .replace(/<\/dd(?=[\s>])/gi, '\n$&')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w+|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .replace(/^•\n(?!•)/gm, '• ')
}
