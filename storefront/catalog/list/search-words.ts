import { plainSigns } from '@shop/contract/text/plain-signs'

/** Words that mean the same to somebody who looks for a bag: each is read as the first of its row. */
const SYNONYMS = [
  ['backpack', 'rucksack', 'bookbag', 'knapsack', 'daypack', 'packsack', 'schoolbag', 'bagpack', 'packback'],
  ['duffel', 'duffle', 'holdall', 'gymbag', 'duffelbag', 'dufflebag'],
  ['sling', 'bumbag', 'fannypack', 'hippack', 'slingbag', 'waistbag'],
  ['sleeve', 'case'],
  ['leash', 'lanyard', 'keychain', 'keyring'],
  ['raincover', 'raincoat'],
  ['grey', 'gray', 'charcoal', 'silver'],
  ['blue', 'navy', 'indigo', 'denim'],
  ['tan', 'brown', 'beige', 'cognac', 'camel'],
  ['black', 'noir'],
  ['laptop', 'computer', 'macbook', 'notebook', 'chromebook'],
  ['school', 'college', 'class', 'classe', 'student', 'university', 'campus', 'kid', 'teen'],
  ['work', 'office', 'business', 'commute', 'commuter', 'commuting', 'job', 'professional'],
  ['travel', 'road', 'trip', 'vacation', 'holiday', 'traveling', 'travelling', 'traveler', 'journey', 'overnight'],
  ['waterproof', 'rainproof', 'weatherproof', 'ripstop'],
  ['big', 'large', 'largest', 'roomy', 'roomier', 'xl'],
  ['small', 'mini', 'compact', 'little'],
  ['accessory', 'extra', 'addon'],
  ['in', 'inch', 'inche'],
  ['l', 'liter', 'litre', 'ltr'],
]

/** What also holds for a product with this word. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  backpack: ['bag', 'pack'],
  duffel: ['bag', 'weekend', 'gym'],
  sling: ['bag', 'purse'],
  tote: ['bag'],
  sleeve: ['cover'],
}

/** Words that say nothing of a product. */
const EMPTY_WORDS = new Set(
  'a an and any are as at be best birthday by can christmas could do for from get gift good great has have her him i in inside is it its like looking me men my need nice of on or our please present show something some that the their them this to up want which who will with women your'.split(
    ' ',
  ),
)

const MEANINGS = new Map(SYNONYMS.flatMap(([first = '', ...others]) => others.map((word) => [word, first])))

/**
 * The words of a text as they are compared: without case, accents, punctuation and plurals, each by its meaning. A number and its
 * unit are one word, such as `30l` and `15in`.
 */
function wordsOf(text: string): string[] {
  const plain = plainSigns(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(\d)\s*(?:"|'')/g, '$1 in ')
    .replaceAll("'", '')
  const tokens = (plain.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? []).map(meaningOf)
  const words: string[] = []
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1] ?? ''
    if ((token === 'in' || token === 'l') && /^\d/.test(before)) words.splice(-1, 1, before + token)
    else words.push(token)
  }
  return words
}

/** The words of a search that say something; all of them where none does. */
export function searchWords(text: string): string[] {
  const words = wordsOf(text)
  const telling = words.filter((word) => !EMPTY_WORDS.has(word))
  return telling.length > 0 ? telling : words
}

/** The words of a product's field, with what also holds for it. Two words that follow each other are found as one, too. */
export function indexWords(text: string): string[] {
  const words = wordsOf(text)
  const pairs = words.slice(1).map((word, index) => meaningOf(`${words[index]}${word}`))
  return [...words, ...pairs, ...ownWords(text), ...words.flatMap((word) => ALSO[word] ?? [])]
}

/** The words as they are written, since one with a wrong letter has no meaning of its own. */
function ownWords(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(singularOf)
}

function meaningOf(word: string): string {
  const singular = singularOf(word)
  return MEANINGS.get(word) ?? MEANINGS.get(singular) ?? singular
}

function singularOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^isu]s$/.test(word) ? word.slice(0, -1) : word
}
