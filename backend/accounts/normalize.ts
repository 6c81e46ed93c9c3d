import { domainToASCII } from 'node:url'
import type { Person } from '@shop/contract/accounts/calls'
import { withoutUnseen } from '@shop/contract/text/clean-input'
import { foldLetters } from '@shop/contract/text/fold-letters'
import { cleanEmail, plainSigns } from '@shop/contract/text/plain-signs'
import type { Customer } from './accounts.repository.ts'

/**
 * Normalizes an email address: ASCII in lower case (R30). Unicode case folding would merge different addresses (the
 * Kelvin sign would become a k), so other letters are only composed (NFC).
 */
export function normalizeEmail(email: string): string {
  return cleanEmail(email)
    .replace(/[\p{L}\p{N}]\p{M}+/gu, (letter) => letter.normalize('NFC'))
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The key to count emails by: without a `+` suffix, and at Gmail without dots, since the same mailbox gets them. */
export function mailboxOf(email: string): string {
  const address = withAsciiDomain(normalizeEmail(email).replace(/^([^+@]*)\+[^@]*@/, '$1@'))
  const [, name] = /^(.*)@g(?:oogle)?mail\.com$/.exec(address) ?? []
  return name === undefined ? address : `${name.replaceAll('.', '')}@gmail.com`
}

/** An internationalized domain equals its ASCII form. */
function withAsciiDomain(address: string): string {
  const start = address.indexOf('@') + 1
  const ascii = start === 0 ? '' : domainToASCII(address.slice(start))
  return ascii === '' ? address : `${address.slice(0, start)}${ascii}`
}

/** Normalizes a name: no case, accents, outer blanks, invisible characters, or variants of letters and signs. */
export function normalizeName(name: string): string {
  return foldLetters(plainSigns(withoutUnseen(name)))
    .trim()
    .replace(/ +/g, ' ')
}

/** In one Unicode form, so equal names have equal text. */
export function nameColumns({
  firstName,
  lastName,
}: Pick<Person, 'firstName' | 'lastName'>): Pick<Customer, 'first_name' | 'last_name'> {
  return { first_name: firstName.normalize('NFC'), last_name: lastName.normalize('NFC') }
}
