import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { ADDRESS_LENGTHS, type TypedAddress, typedAddress } from '@shop/contract/admin/postal-address'
import type { AddressPart } from '@shop/contract/postal-address'
import { parseText } from './command.ts'

export type AddressOptions = {
  company?: string | undefined
  street?: string | undefined
  street2?: string | undefined
  city?: string | undefined
  state?: string | undefined
  zip?: string | undefined
  country?: string | undefined
  zipIsRight?: true | undefined
}

/** How the parts of an address are named by commands. */
const OPTION_NAMES: Readonly<Record<AddressPart, string>> = {
  company: '--company',
  address1: '--street',
  address2: '--street2',
  city: '--city',
  state: '--state',
  zip: '--zip',
  country: '--country',
}

/** Adds an option for each part of an address. */
export function withAddressOptions<Args extends unknown[], Options extends Record<string, unknown>>(
  command: Command<Args, Options>,
  stateHint: string,
) {
  const { company, address1, address2, city, state, zip, country } = ADDRESS_LENGTHS
  return command
    .option('--company <name>', 'what stands before the street, such as a company', parseText(company))
    .option('--street <text>', 'street and number that it is sent to', parseText(address1))
    .option('--street2 <text>', 'second line of the street', parseText(address2))
    .option('--city <name>', 'city', parseText(city))
    .option('--state <state>', stateHint, parseText(state))
    .option('--zip <code>', 'ZIP code', parseText(zip))
    .option('--country <name>', 'country; without it the United States', parseText(country))
    .option('--zip-is-right', 'although ZIP codes of that state begin otherwise')
}

/** The address of these options; `null` without a part besides the state. */
export function addressOfOptions(options: AddressOptions): TypedAddress | null {
  const { company = '', street = '', street2 = '', city = '', state = '', zip = '', country } = options
  if ([company, street, street2, city, zip].every((text) => text === '') && country === undefined) return null
  const parts = { company, address1: street, address2: street2, city, state, zip, country }
  const { data, error } = typedAddress.safeParse({ ...parts, zip_is_right: options.zipIsRight === true })
  if (data !== undefined) return data
  const problems = error.issues.map(({ path: [part], message }) => `${optionOf(part)}: ${message}.`)
  throw new InvalidArgumentError(problems.join(' '))
}

function optionOf(part: PropertyKey | undefined): string {
  return Object.entries(OPTION_NAMES).find(([name]) => name === part)?.[1] ?? 'The address'
}
