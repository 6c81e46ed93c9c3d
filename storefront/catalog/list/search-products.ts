import type { ListedProduct } from '@shop/contract/catalog/calls'
import { type Cents, parseCents } from '@shop/contract/money'
import type { Shop } from '@shop/contract/pages/shop'
import MiniSearch, { type Query, type SearchOptions } from 'minisearch'
import {
  alsoWords,
  correctedWord,
  exchangedLetters,
  indexWords,
  isColor,
  isEmptySearch,
  isKnownWord,
  nameWords,
  searchWords,
} from './search-words.ts'

/** Products for a search, the best first. `isNearest`: none has all of its words; these have most of them. */
export type Found = { products: ListedProduct[]; isNearest: boolean }

type Lines = NonNullable<Shop['lines']>

/** How much a word counts by where it stands. */
const FIELD_BOOSTS = { name: 10, line: 4, color: 3, size: 3, purpose: 3, also: 2, sale: 2, text: 1, facts: 1 }

/** The nearest are so many at most. */
const MOST_NEAREST = 8

/** Words of two or three letters, and numbers, are compared as they are. */
const ONE_WRONG_LETTER: SearchOptions = {
  prefix: (word) => word.length >= 3 && !/^\d/.test(word),
  fuzzy: (word) => (word.length >= 4 && !/^\d/.test(word) && !isKnownWord(word) ? 1 : false),
}

/** The products that a shopper means by a search (R7). `lines` say what each line is for, such as "for school". */
export function searchProducts(products: readonly ListedProduct[], text: string, lines: Lines = NO_LINES): Found {
  const { words, under } = parseSearch(text)
  const isAffordable = ({ price_cents }: ListedProduct) =>
    under === null || (price_cents !== null && price_cents <= under)
  if (words.length === 0) return { products: under === null ? [] : products.filter(isAffordable), isNearest: false }
  const index = indexOf(products, lines)
  const find = (wanted: readonly string[], combineWith: 'AND' | 'OR') =>
    index
      .search({ combineWith, queries: withChoices([...new Set(wanted)]) }, ONE_WRONG_LETTER)
      .flatMap(({ id }) => products[Number(id)] ?? [])
      .filter(isAffordable)
  for (const tried of [words, ...joined(words)]) {
    const all = find(tried, 'AND')
    if (all.length > 0) return { products: all, isNearest: false }
  }
  const isFound = (word: string) => find([word], 'AND').length > 0
  const mended = words.map((word) => (isFound(word) ? correctedWord(word) : mendedWord(word, index, isFound)))
  const meant = find(mended, 'AND')
  if (meant.length > 0) return { products: meant, isNearest: false }
  if (isEmptySearch(words)) return { products: products.filter(isAffordable).slice(0, MOST_NEAREST), isNearest: true }
  const present = mended.filter(isFound)
  const nearest = find(present, 'AND')
  const some = nearest.length > 0 ? nearest : find(present, 'OR')
  return { products: some.slice(0, MOST_NEAREST), isNearest: true }
}

/** "Blue or grey" means products of either color. */
function withChoices(words: string[]): Query[] {
  const colors = words.filter(isColor)
  if (colors.length < 2) return words
  return [...words.filter((word) => !isColor(word)), { combineWith: 'OR', queries: colors }]
}

/** "campas" was read as a plural, and is "Campus" with a wrong letter. */
function mendedWord(word: string, index: MiniSearch, isFound: (word: string) => boolean): string {
  const corrected = correctedWord(word, 5)
  if (corrected !== word) return corrected
  const exchanged = exchangedLetters(word).find((other) => index.search(other).length > 0)
  return exchanged ?? (isFound(`${word}s`) ? `${word}s` : word)
}

/** The words of a search, and its highest price, as in "under $100". */
function parseSearch(text: string): { words: string[]; under: Cents | null } {
  const price =
    /\b(?:under|below|less than|cheaper than|up to|at most|no more than|max)\s{0,3}\$?\s{0,3}(\d{1,6}(?:\.\d{1,2})?)(?![\d.]|\s{0,3}(?:l\b|lit|in\b|inch|["”″]))(?:\s{0,3}(?:dollars?|bucks|usd)\b)?/i.exec(
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

const NO_LINES: Lines = []

/** An index takes much longer than a search. Of a list that is searched again, on the server by all visitors, it is kept. */
const indexes = new WeakMap<readonly ListedProduct[], { lines: Lines; index: MiniSearch }>()

function indexOf(products: readonly ListedProduct[], lines: Lines): MiniSearch {
  const known = indexes.get(products)
  if (known?.lines === lines) return known.index
  const index = buildIndex(products, lines)
  indexes.set(products, { lines, index })
  return index
}

function buildIndex(products: readonly ListedProduct[], lines: Lines): MiniSearch {
  const purposes = new Map(lines.map(({ line, words, text }) => [line, `${words ?? ''} ${text ?? ''}`]))
  const index = new MiniSearch({
    fields: Object.keys(FIELD_BOOSTS),
    tokenize: (text, field) =>
      field === 'name' ? nameWords(text) : field === 'also' ? alsoWords(text) : indexWords(text),
    processTerm: (word) => word,
    searchOptions: { tokenize: (word) => [word], boost: FIELD_BOOSTS },
  })
  index.addAll(
    products.map(({ product_name, line, color, size, style, short_description, facts, regular_price_cents }, id) => ({
      id,
      name: product_name,
      line: line ?? '',
      color: color ?? '',
      size: [size, style].join(' '),
      also: [product_name, size, style].join(' '),
      sale: regular_price_cents === null ? '' : 'sale',
      purpose: purposes.get(line ?? '') ?? '',
      text: short_description ?? '',
      facts: facts ?? '',
    })),
  )
  return index
}
