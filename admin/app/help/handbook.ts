import MiniSearch from 'minisearch'

/** The handbook's pages and pictures, by the names of their files. */
const texts = import.meta.glob<string>('../../../docs/handbook/*.md', { query: '?raw', import: 'default', eager: true })
const pictures = import.meta.glob<string>('../../../docs/handbook/pictures/*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The page that lists all others. */
export const CONTENTS = 'README'

export type HandbookPage = { name: string; title: string; text: string }

const PAGES: ReadonlyMap<string, HandbookPage> = new Map(
  Object.entries(texts).map(([path, text]) => {
    const name = path.replace(/^.*\/|\.md$/g, '')
    return [name, { name, title: /^# (.*)$/m.exec(text)?.[1] ?? name, text }]
  }),
)

/** The contents where there is no such page. */
export function pageNamed(name: string): HandbookPage {
  return PAGES.get(name) ?? PAGES.get(CONTENTS) ?? { name: CONTENTS, title: '', text: '' }
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

const search = new MiniSearch<HandbookPage>({
  idField: 'name',
  fields: ['title', 'text'],
  searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 4 }, combineWith: 'AND' },
})
search.addAll([...PAGES.values()].filter(({ name }) => name !== CONTENTS))

/** The pages that hold all words of a text, or words that begin so, the best first. */
export function findPages(text: string): HandbookPage[] {
  return search.search(text).map(({ id }) => pageNamed(String(id)))
}

/** What a page is for: its first paragraph. */
export function summaryOf({ text }: HandbookPage): string {
  return text.split(/\n{2,}/)[1]?.replaceAll('\n', ' ') ?? ''
}
