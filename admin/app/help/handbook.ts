import MiniSearch from 'minisearch'

/** The handbook's pages and pictures, by the names of their files. */
const texts = import.meta.glob<string>('../../../docs/handbook/*.md', { query: '?raw', import: 'default', eager: true })
const pictures = import.meta.glob<string>('../../../docs/handbook/pictures/*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The page that lists all others. */
export const CONTENTS_PAGE = 'README'

export type HandbookPage = { name: string; title: string; text: string }

const PAGES: ReadonlyMap<string, HandbookPage> = new Map(
  Object.entries(texts).map(([path, text]) => {
    const name = path.replace(/^.*\/|\.md$/g, '')
    return [name, { name, title: /^# (.*)$/m.exec(text)?.[1] ?? name, text }]
  }),
)

/** The contents where there is no such page. */
export function pageNamed(name: string): HandbookPage {
  return PAGES.get(name) ?? PAGES.get(CONTENTS_PAGE) ?? { name: CONTENTS_PAGE, title: '', text: '' }
}

/** The URL of a picture by its path in a page, such as `pictures/fair.jpg`. */
export function pictureUrl(path: string): string | undefined {
  return pictures[`../../../docs/handbook/${path}`]
}

/** The page that a link between pages names, such as `ship-an-order.md`; `null` for an address elsewhere. */
export function linkedPage(href: string): string | null {
  const name = /^([\w-]+)\.md$/.exec(href)?.[1]
  return name !== undefined && PAGES.has(name) ? name : null
}

/** Other words people use for a job than its page does. */
export const OTHER_WORDS: Readonly<Record<string, string>> = {
  'a-disputed-payment': 'chargeback',
  'a-return-arrives': 'sends, back, exchange, damaged, broken',
  'add-a-helper': 'employee, staff, permissions, roles, users',
  'add-a-product': 'article, item, new product, photos',
  'an-order-is-late': 'delay',
  'answer-a-question': 'message, reply, contact form',
  'change-a-page': 'website, text, home page',
  'count-stock': 'inventory, sold out',
  'delete-a-customers-data': 'privacy, GDPR, CCPA, my data',
  'discount-codes': 'coupon, voucher, promotion',
  'open-for-orders': 'launch, close, vacation',
  'pay-the-quarters-sales-tax': 'IRS, accountant, state',
  'refund-a-customer': 'money, back, gives, reimburse',
  'sell-at-a-fair': 'market, stand, offline',
  'sell-to-shops': 'wholesale, resellers, stores',
  'ship-many-orders': 'labels, print, postage',
  'see-what-people-want': 'statistics, analytics, traffic',
  'when-you-cannot-sign-in': 'login, log in, lost phone, password',
}

/** Words that say nothing about a job. */
const FILLER_WORDS = new Set(
  'a an and are as at be by for from how i in is it me my of on or our that the this to want we what with you your'.split(
    ' ',
  ),
)

const search = new MiniSearch<HandbookPage & { others: string }>({
  idField: 'name',
  fields: ['title', 'others', 'text'],
  processTerm: (term) => (FILLER_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    prefix: true,
    // A word of four letters with another letter is another word.
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { title: 4, others: 4 },
  },
})
search.addAll(
  [...PAGES.values()]
    .filter(({ name }) => name !== CONTENTS_PAGE)
    .map((page) => ({ ...page, others: OTHER_WORDS[page.name] ?? '' })),
)

/** The pages that hold words of a text, or words that begin so, the best first. */
export function findPages(text: string): HandbookPage[] {
  return search.search(text).map(({ id }) => pageNamed(String(id)))
}

/** The purpose of a page: its first paragraph. */
export function summaryOf({ text }: HandbookPage): string {
  return text.split(/\n{2,}/)[1]?.replaceAll('\n', ' ') ?? ''
}
