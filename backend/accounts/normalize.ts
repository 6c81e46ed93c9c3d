import { domainToASCII } from 'node:url'
import type { Person } from '@shop/contract/accounts/calls'
import { withoutUnseen } from '@shop/contract/text/clean-input'
import { foldLetters } from '@shop/contract/text/fold-letters'
import { cleanEmail, plainSigns } from '@shop/contract/text/plain-signs'
import type { Customer } from './accounts.repository.ts'

/**
 * An e-mail address normalized for comparison: cleaned as it is stored, ASCII letters in lower case (R30). Other letters are unchanged,
 * since Unicode case folding would merge different addresses (the Kelvin sign would become a k); they are only composed
 * (NFC).
 */
export function normalizeEmail(email: string): string {
  return cleanEmail(email)
    .replace(/[\p{L}\p{N}]\p{M}+/gu, (letter) => letter.normalize('NFC'))
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * The key that mails to an address count under: without what follows a plus sign, and at Gmail without dots. Mails to `ada+bags@` arrive
 * at `ada@`, and at Gmail those to `a.da@`; elsewhere that is someone else.
 */
export function mailboxOf(email: string): string {
  const address = withAsciiDomain(normalizeEmail(email).replace(/^([^+@]*)\+[^@]*@/, '$1@'))
  const [, name] = /^(.*)@g(?:oogle)?mail\.com$/.exec(address) ?? []
  return name === undefined ? address : `${name.replaceAll('.', '')}@gmail.com`
}

/** A domain in letters of its own country is the same as its ASCII form. */
function withAsciiDomain(address: string): string {
  const start = address.indexOf('@') + 1
  const ascii = start === 0 ? '' : domainToASCII(address.slice(start))
  return ascii === '' ? address : `${address.slice(0, start)}${ascii}`
}

/**
 * A name normalized for comparison: without case, accents, outer blanks, unseen characters, and variants of the same letter,
 * apostrophe or hyphen.
 */
export function normalizeName(name: string): string {
  return foldLetters(plainSigns(withoutUnseen(name)))
    .trim()
    .replace(/ +/g, ' ')
}

/** The names of a customer as they are stored: in one Unicode form, so equal names have equal text. */
export function nameColumns({
  firstName,
  lastName,
}: Pick<Person, 'firstName' | 'lastName'>): Pick<Customer, 'first_name' | 'last_name'> {
  return { first_name: firstName.normalize('NFC'), last_name: lastName.normalize('NFC') }
}
