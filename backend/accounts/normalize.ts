import type { Person } from '@shop/contract/accounts'
import type { Customer } from './accounts.repository.ts'

/**
 * An e-mail address normalized for comparison: trimmed, ASCII letters in lower case (R30). Other letters are unchanged,
 * since Unicode case folding would merge different addresses (the Kelvin sign would become a k); they are only composed
 * (NFC).
 */
export function normalizeEmail(email: string): string {
  return email
    .trim()
    .replace(/[\p{L}\p{N}]\p{M}+/gu, (letter) => letter.normalize('NFC'))
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * What mails to an address count under: without what follows a plus sign, and at Gmail without dots. Mails to `ada+bags@` arrive
 * at `ada@`, and at Gmail those to `a.da@`; elsewhere that is somebody else.
 */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email).replace(/^([^+@]*)\+[^@]*@/, '$1@')
  const [, name] = /^(.*)@g(?:oogle)?mail\.com$/.exec(address) ?? []
  return name === undefined ? address : `${name.replaceAll('.', '')}@gmail.com`
}

/**
 * A name normalized for comparison: without case, outer blanks, and variants of the same letter or apostrophe. Accents
 * are significant.
 */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/[’ʼ‘´`]/gu, "'")
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
}

/** The names of a customer as they are stored: in one Unicode form, so that equal names have equal text. */
export function nameColumns({
  firstName,
  lastName,
}: Pick<Person, 'firstName' | 'lastName'>): Pick<Customer, 'first_name' | 'last_name'> {
  return { first_name: firstName.normalize('NFC'), last_name: lastName.normalize('NFC') }
}
