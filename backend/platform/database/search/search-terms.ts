import { withoutUnseen } from '@shop/contract/text/clean-input'
import { foldLetters } from '@shop/contract/text/fold-letters'
import { plainSigns } from '@shop/contract/text/plain-signs'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Longer words are cut; what is typed is cut the same way. */
const TERM_LENGTH = 64

/**
 * The words of a text as terms of the search for orders: without case, accents, punctuation and unseen characters. In hex, so
 * that terms that begin alike are a range in the order of every database.
 */
export function termsOf(text: string): string[] {
  return termsFolded(text, foldLetters)
}

/**
 * The terms that the earlier version stores for a text, where those are others, else none: its nodes may run on beside an
 * update and take orders.
 */
export function earlierTermsOf(text: string): string[] {
  const earlier = termsFolded(text, (signs) => signs.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
  const terms = new Set(termsOf(text))
  return earlier.every((term) => terms.has(term)) ? [] : earlier
}

function termsFolded(text: string, fold: (signs: string) => string): string[] {
  const words = fold(plainSigns(withoutUnseen(text)))
    .split(/[\s-]+/u)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '').slice(0, TERM_LENGTH))
    .filter((word) => word !== '')
  return [...new Set(words)].map(toTerm)
}

function toTerm(word: string): string {
  return Buffer.from(word).toString('hex')
}

/** The terms of a text, and of a telephone number however it is typed. */
export function termsWithPhone(text: string, phone: string | null): string[] {
  return [...new Set([...termsOf(`${text} ${phone ?? ''}`), ...phoneForms(phone ?? '').map(toTerm)])]
}

/** The digits of a number with and without its country code, in the United States also without the area code. */
function phoneForms(phone: string): string[] {
  const parsed = parsePhoneNumberFromString(digitForm(phone), 'US')
  if (parsed === undefined) return [digitsOf(phone)].filter((digits) => digits.length >= LEAST_DIGITS)
  const { nationalNumber: number, countryCallingCode: code } = parsed
  return [number, `${code}${number}`, code === '1' ? number.slice(3) : `0${number}`]
}

/** Digits from which on words are taken for a telephone number. */
const LEAST_DIGITS = 7

/** The terms of what is typed into a search: as `termsOf`, but words of digits that may be a telephone number are one term. */
export function termsOfQuery(query: string): string[] {
  const terms: string[] = []
  let run: string[] = []
  const endRun = () => {
    const digits = digitsOf(run.join(' '))
    terms.push(...(digits.length >= LEAST_DIGITS ? [toTerm(digits)] : termsOf(run.join(' '))))
    run = []
  }
  for (const word of withoutExtension(digitForm(query)).split(' ')) {
    if (/^[\d+()./-]+$/.test(word)) run.push(word)
    else {
      endRun()
      terms.push(...termsOf(word))
    }
  }
  endRun()
  return [...new Set(terms)]
}

/** A text with plain digits, hyphens and blanks, and without what a link or a phone puts in front of a number. */
function digitForm(text: string): string {
  return plainSigns(withoutUnseen(text))
    .normalize('NFKC')
    .replace(/^ ?(?:tel:)? ?/i, '')
    .replace(/^(?:011|00)(?=[ .-]?[1-9](?:[ .()-]?\d){8})/, '+')
}

const PHONE_EXTENSION = /[ ,;](?:x|ext|ext\.|extension|#) ?\d{1,6}$/i

/** An extension is behind a number; what is left without one is the number. */
function withoutExtension(text: string): string {
  const typed = text.trim()
  const number = typed.replace(/(\d)x(\d{1,6})$/i, '$1 x$2').replace(PHONE_EXTENSION, '')
  return digitsOf(number).length >= LEAST_DIGITS ? number : typed
}

/** The 0 in brackets is dialed only where the country code is not. */
function digitsOf(text: string): string {
  const number = text.includes('+') ? text.replace('(0)', '') : text
  return number.replace(/\D/g, '')
}
