import type { ListedProduct } from '@shop/contract/catalog/calls'
import type { Shop } from '@shop/contract/pages/shop'
import type { DialogName } from '../../links/dialog-link.tsx'
import type { Path } from '../../router/route-path.ts'
import { searchProducts } from './search-products.ts'
import { indexWords, searchWords } from './search-words.ts'

/** A page of the shop, or a dialog over the current one. */
export type PageSuggestion = { label: string } & ({ to: Path } | { dialog: DialogName })

/** Suggestions for a partly typed search. `total`: how many products the search would find. */
export type Suggestions = { products: ListedProduct[]; lines: string[]; pages: PageSuggestion[]; total: number }

const MAX_SUGGESTIONS = { products: 4, lines: 2, pages: 2 }

/** Pages that people look for by these words. */
const SUGGESTED_PAGES: readonly (PageSuggestion & { words: string })[] = [
  {
    to: '/orderAndReturn',
    label: 'Orders & Returns',
    words: 'track tracking cancel refund exchange delivery shipping',
  },
  { dialog: 'returns', label: 'Return policy', words: 'refund exchange days' },
  { dialog: 'contact', label: 'Contact us', words: 'write email message help question support wholesale' },
  { to: '/repairs', label: 'Repairs', words: 'fix broken warranty' },
  { to: '/about', label: 'About us', words: 'family workshop story' },
  { to: '/login', label: 'Sign In', words: 'log login account password' },
]

/** Suggestions for a text. Where no product has all of its words, none is suggested: those that come close are on the list. */
export function suggest(
  products: readonly ListedProduct[],
  lines: readonly string[],
  purposes: NonNullable<Shop['lines']>,
  text: string,
): Suggestions {
  const words = searchWords(text)
  const { products: found, isNearest } = searchProducts(products, text, purposes)
  const matching = isNearest ? [] : found
  const wordsOfLine = (name: string) => {
    const about = purposes.find(({ line }) => line === name)
    return indexWords([name, about?.words, about?.text].join(' '))
  }
  return {
    products: matching.slice(0, MAX_SUGGESTIONS.products),
    lines: lines.filter((line) => hasAll(wordsOfLine(line), words)).slice(0, MAX_SUGGESTIONS.lines),
    pages: SUGGESTED_PAGES.filter((page) => hasAll(indexWords(`${page.label} ${page.words}`), words)).slice(
      0,
      MAX_SUGGESTIONS.pages,
    ),
    total: matching.length,
  }
}

/** Whether each word is one of these, or the beginning of one. */
function hasAll(these: readonly string[], words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => these.some((one) => one === word || isBeginning(word, one)))
}

function isBeginning(word: string, of: string): boolean {
  return word.length >= 2 && of.startsWith(word)
}
