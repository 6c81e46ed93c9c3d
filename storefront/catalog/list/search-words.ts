import { foldLetters } from '@shop/contract/text/fold-letters'
import { plainSigns } from '@shop/contract/text/plain-signs'

/** Words that mean the same to someone who looks for a bag: each is read as the first of its row. "carry on" is `carryon`. */
const SYNONYMS = `
  backpack rucksack bookbag knapsack daypack packsack bagpack packback mochila
  duffel duffle holdall
  sling bumbag fannypack hippack waistbag waistpack beltbag
  sleeve case
  leash lanyard keychain keyring keyholder
  raincover raincoat rainjacket
  grey gray charcoal silver slate graphite darkgrey darkgray lightgrey lightgray
  blue navy indigo denim darkblue lightblue navyblue
  tan brown beige cognac camel
  black noir
  red maroon burgundy crimson
  green olive
  purple violet lavender
  yellow mustard
  laptop computer macbook notebook chromebook ipad tablet laptopcompartment laptoppocket laptopsection
  school college class classe student university campus kid teen teenager highschool middleschool gradeschool
  work office business commute commuter commuting job professional teacher nurse briefcase
  travel road trip vacation holiday traveling travelling traveler traveller journey overnight carryon luggage flight plane airplane airport cabin underseat personalitem
  waterproof rainproof weatherproof ripstop waterresistant waterrepellent weatherresistant
  big bigger biggest huge large larger largest roomy roomier xl extralarge
  small smaller smallest little tiny mini compact extrasmall
  slim thin skinny narrow
  light lightweight ultralight
  recycled sustainable eco ecofriendly
  sidepocket bottlepocket bottleholder waterbottle
  sale discount discounted clearance
  bike bicycle cycling cyclist
  accessory extra addon
  in inch inche
  l liter litre ltr lt`
  .trim()
  .split('\n')
  .map(listOf)

/** Words that also apply to a product of this name or style. */
const ALSO_WORDS = new Map([
  ['backpack', listOf('pack')],
  ['duffel', listOf('weekend gym sport travel big')],
  ['sling', listOf('purse shoulderbag small')],
  [
    'pouch',
    listOf(
      'organizer organiser cable tech charger toiletry makeup cosmetic toiletrybag toiletrykit makeupbag cosmeticbag pencilcase doppkit',
    ),
  ],
  ['sleeve', listOf('cover')],
  ['full', listOf('big')],
  ['slim', listOf('small')],
])

/** Other words for a bag. */
const BAG_WORDS = listOf('backpack duffel sling tote')

/** Words that say nothing of a product. */
const EMPTY_WORDS = new Set(
  listOf(
    'color colored colour cool cute durable fit fitting lady one quality sturdy stylish unisex a affordable an and any are arrival as at be best bestseller birthday boy boyfriend brother budget by can cheap christmas could dad daughter do everyday father for friend from get gift girl girlfriend good great has have her him husband i in inexpensive inside is it its like looking made man material me men mom mother my need new nice of on or our please popular present seller show sister something some son that the their them this to up want which who wife will with woman women your',
  ).map(singularOf),
)

const WORD_MEANINGS = new Map(SYNONYMS.flatMap(([first = '', ...others]) => others.map((word) => [word, first])))

const COLOR_WORDS = listOf('grey blue tan black white red green yellow orange pink purple gold')

/** Known words, which are never taken for another word with a wrong letter. */
const KNOWN_WORDS = new Set([
  ...SYNONYMS.flat(),
  ...[...ALSO_WORDS].flatMap(([word, also]) => [word, ...also]),
  ...COLOR_WORDS,
])

function listOf(words: string): string[] {
  return words.trim().split(' ')
}

/** Whether a word names a color: a product has one, and several are a choice. */
export function isColor(word: string): boolean {
  return COLOR_WORDS.includes(word)
}

export function isKnownWord(word: string): boolean {
  return KNOWN_WORDS.has(word)
}

/**
 * The words of a text: without case, accents, punctuation and plurals. A number and its unit are one word, such as `30l` and `15in`.
 */
function wordsOf(text: string): string[] {
  const plain = foldLetters(plainSigns(text))
    .replace(/(\d)\s*(?:"|'')/g, '$1 in ')
    .replaceAll("'", '')
  const tokens = (plain.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? []).flatMap(partsOf)
  const words: string[] = []
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1] ?? ''
    const unit = meaningOf(token)
    if ((unit === 'in' || unit === 'l') && /^\d/.test(before)) words.splice(-1, 1, sizeOf(before, unit))
    else words.push(token)
  }
  return words
}

/** "gymbag" is two words, since no other word of it is known. */
function partsOf(word: string): string[] {
  const singular = singularOf(word)
  const start = singular.endsWith('bag') ? singular.slice(0, -3) : ''
  return !isKnownWord(singular) && isKnownWord(meaningOf(start)) ? [start, 'bag'] : [word]
}

/** A laptop of 15.6 inches is sold as one of 15. */
function sizeOf(number: string, unit: string): string {
  return (unit === 'in' ? String(Math.floor(Number(number))) : number) + unit
}

/** The words of a search that say something, each by its meaning; all of them where none does. */
export function searchWords(text: string): string[] {
  const words: string[] = []
  for (const word of wordsOf(text)) {
    const pair = `${words.at(-1) ?? ''}${singularOf(word)}`
    if (words.length > 0 && isKnownWord(pair)) words.splice(-1, 1, pair)
    else words.push(word)
  }
  const meant = words.map(meaningOf)
  const sized = meant.includes('laptop') ? meant.flatMap(laptopWords) : meant
  const telling = sized.filter((word) => !EMPTY_WORDS.has(word))
  return telling.length > 0 ? telling : sized
}

/** "MacBook Pro 14" has 14 inches. */
function laptopWords(word: string): string[] {
  if (word === 'pro' || word === 'air') return []
  return [/^1[1-8](\.\d)?$/.test(word) ? sizeOf(word, 'in') : word]
}

/** Whether none of the words says something of a product. */
export function isEmptySearch(words: readonly string[]): boolean {
  return words.every((word) => EMPTY_WORDS.has(word))
}

/** A word with one letter wrong, missing or too many of one that has a meaning; shorter ones than `shortest` stay. */
export function correctedWord(word: string, shortest = 6): string {
  if (word.length < shortest || isKnownWord(word)) return word
  return meaningOf([...KNOWN_WORDS].find((known) => isOneLetterOff(word, known)) ?? word)
}

/** Words that a word with two exchanged letters can mean, as in "bleu". */
export function exchangedLetters(word: string): string[] {
  if (word.length < 4 || isKnownWord(word)) return []
  return Array.from({ length: word.length - 1 }, (_, at) =>
    meaningOf(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)),
  )
}

function isOneLetterOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const rest = (word: string, longer: string) => word.slice(start + Number(word.length >= longer.length))
  return rest(one, other) === rest(other, one)
}

/** The words of a product's field. Two words that follow each other are found as one, too. */
export function indexWords(text: string): string[] {
  const written = wordsOf(text)
  const words = written.map(meaningOf)
  const pairs = written.slice(1).map((word, index) => meaningOf(`${written[index]}${singularOf(word)}`))
  return [...words, ...pairs, ...ownWords(text), ...words.flatMap(smallerLaptops)]
}

export function nameWords(text: string): string[] {
  const words = indexWords(text)
  return words.some((word) => BAG_WORDS.includes(word)) ? [...words, 'bag'] : words
}

/** Words that also apply to a product with these words in its name or style. */
export function alsoWords(text: string): string[] {
  return [...new Set(wordsOf(text).map(meaningOf))].flatMap((word) => ALSO_WORDS.get(word) ?? [])
}

/** A bag for a 15-inch laptop also takes a 13-inch one. */
function smallerLaptops(word: string): string[] {
  const inches = Number(/^(1[2-9])in$/.exec(word)?.[1] ?? 0)
  return Array.from({ length: Math.max(0, inches - 11) }, (_, index) => `${11 + index}in`)
}

/** The words as they are written, since one with a wrong letter has no meaning of its own. */
function ownWords(text: string): string[] {
  return (foldLetters(text).match(/\p{L}+/gu) ?? []).map(singularOf)
}

function meaningOf(word: string): string {
  const singular = singularOf(word)
  return WORD_MEANINGS.get(word) ?? WORD_MEANINGS.get(singular) ?? singular
}

function singularOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^isu]s$/.test(word) ? word.slice(0, -1) : word
}
