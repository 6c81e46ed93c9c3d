import type { ListedProduct } from '@shop/contract/catalog'
import { type Cents, parseCents } from '@shop/contract/money'
import MiniSearch, { type SearchOptions } from 'minisearch'
import { indexWords, searchWords } from './search-words.ts'

/** Products for a search, the best first. `isNearest`: none has all of its words; these have most of them. */
export type Found = { products: ListedProduct[]; isNearest: boolean }

/** What lines are for, such as "for school", by name. */
export type Purposes = ReadonlyMap<string, string>

/** How much a word counts by where it stands. */
const BOOST = { name: 6, line: 4, color: 3, size: 3, purpose: 3, text: 1, facts: 1 }

/** The nearest are so many at most. */
const MOST_NEAREST = 8

/** Words of two or three letters, and numbers, are compared as they are. */
const ONE_WRONG_LETTER: SearchOptions = {
  prefix: (word) => word.length >= 3 && !/^\d/.test(word),
  fuzzy: (word) => (word.length >= 4 && !/^\d/.test(word) ? 1 : false),
}

/** What a shopper means by a search (R7), of these products. */
export function searchProducts(products: readonly ListedProduct[], text: string, purposes: Purposes): Found {
  const { words, under } = readSearch(text)
  const affordable =
    under === null ? products : products.filter(({ price_cents }) => price_cents !== null && price_cents <= under)
  if (words.length === 0) return { products: under === null ? [] : [...affordable], isNearest: false }
  const index = indexOf(affordable, purposes)
  for (const tried of [words, ...joined(words)]) {
    const all = find(index, affordable, tried, 'AND')
    if (all.length > 0) return { products: all, isNearest: false }
  }
  return { products: find(index, affordable, words, 'OR').slice(0, MOST_NEAREST), isNearest: true }
}

/** The words of a search, and its highest price, as in "under $100". */
function readSearch(text: string): { words: string[]; under: Cents | null } {
  const price =
    /\b(?:under|below|less than|up to|max)\s{0,3}\$?\s{0,3}(\d{1,6}(?:\.\d{1,2})?)(?![\d.]|\s{0,3}(?:l\b|lit|in\b|inch|["”″]))/i.exec(
      text,
    )
  const words = searchWords(price === null ? text : text.replace(price[0], ' '))
  return { words, under: price === null ? null : parseCents(price[1]) }
}

/** The words with two that follow each other as one: "cross body" is "crossbody". */
function joined(words: readonly string[]): string[][] {
  return words
    .slice(1)
    .map((word, index) => [...words.slice(0, index), `${words[index]}${word}`, ...words.slice(index + 2)])
}

function find(
  index: MiniSearch,
  products: readonly ListedProduct[],
  words: readonly string[],
  combineWith: 'AND' | 'OR',
): ListedProduct[] {
  const queries = [...new Set(words)]
  return index.search({ combineWith, queries }, ONE_WRONG_LETTER).flatMap(({ id }) => products[Number(id)] ?? [])
}

function indexOf(products: readonly ListedProduct[], purposes: Purposes): MiniSearch {
  const index = new MiniSearch({
    fields: Object.keys(BOOST),
    tokenize: indexWords,
    processTerm: (word) => word,
    searchOptions: { tokenize: (word) => [word], boost: BOOST },
  })
  index.addAll(
    products.map(({ product_name, line, color, size, style, short_description, facts }, id) => ({
      id,
      name: product_name,
      line: line ?? '',
      color: color ?? '',
      size: [size, style].join(' '),
      purpose: purposes.get(line ?? '') ?? '',
      text: short_description ?? '',
      facts: facts ?? '',
    })),
  )
  return index
}
