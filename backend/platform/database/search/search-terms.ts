import { withoutUnseen } from '@shop/contract/text/clean-input'
import { foldLetters } from '@shop/contract/text/fold-letters'
import { plainSigns } from '@shop/contract/text/plain-signs'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Longer words are cut, in searches too. */
const TERM_LENGTH = 64

/** The words of a text, normalized, in hex: terms with the same beginning are a range in any collation. */
export function termsOf(text: string): string[] {
  return termsFolded(text, foldLetters)
}

/** The terms that the earlier version's nodes store, which may run beside an update, where they differ. */
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

/** The terms of a text and of a telephone number in its usual forms. */
export function termsWithPhone(text: string, phone: string | null): string[] {
  return [...new Set([...termsOf(`${text} ${phone ?? ''}`), ...phoneForms(phone ?? '').map(toTerm)])]
}

/** The digits with and without country code, in the United States also without area code. */
function phoneForms(phone: string): string[] {
  const parsed = parsePhoneNumberFromString(digitForm(phone), 'US')
  if (parsed === undefined) return [digitsOf(phone)].filter((digits) => digits.length >= LEAST_DIGITS)
  const { nationalNumber: number, countryCallingCode: code } = parsed
  return [number, `${code}${number}`, code === '1' ? number.slice(3) : `0${number}`]
}

/** The least digits of a telephone number. */
const LEAST_DIGITS = 7

/** Like `termsOf`, but words of digits that may be a telephone number are one term. */
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

/** Plain digits, hyphens and blanks, without the prefix of a link or a phone. */
function digitForm(text: string): string {
  return plainSigns(withoutUnseen(text))
    .normalize('NFKC')
    .replace(/^ ?(?:tel:)? ?/i, '')
    .replace(/^(?:011|00)(?=[ .-]?[1-9](?:[ .()-]?\d){8})/, '+')
}

const PHONE_EXTENSION = /[ ,;](?:x|ext|ext\.|extension|#) ?\d{1,6}$/i

/** Removes an extension at the end of a number. */
function withoutExtension(text: string): string {
  const typed = text.trim()
  const number = typed.replace(/(\d)x(\d{1,6})$/i, '$1 x$2').replace(PHONE_EXTENSION, '')
  return digitsOf(number).length >= LEAST_DIGITS ? number : typed
}

/** The 0 in brackets is dialed only without the country code. */
function digitsOf(text: string): string {
  const number = text.includes('+') ? text.replace('(0)', '') : text
  return number.replace(/\D/g, '')
}
