import { NAME_LENGTH } from '@shop/contract/customer'
import { findState, parseStateCode, US_STATES } from '@shop/contract/tax'

type Cells<Field extends string> = { [K in Field]?: string | undefined }
type NameCells = Cells<'first_name' | 'last_name' | 'full_name'>
type AddressCells = Cells<
  'delivery_address' | 'delivery_address_2' | 'delivery_city' | 'delivery_state' | 'delivery_zip' | 'delivery_country'
>

/**
 * The address in lines as on a letter; `null` without one. A state or a country alone is none: tables have such columns for
 * the tax.
 */
export function addressOf(row: AddressCells): string | null {
  const { delivery_address: street, delivery_address_2: second, delivery_city: city, delivery_zip: zip } = row
  if ([street, second, city, zip].every((part) => part === undefined)) return null
  const region = [row.delivery_state, zip].filter((part) => part !== undefined).join(' ')
  const town = [city ?? '', region].filter((part) => part !== '').join(', ')
  const lines = [street ?? '', second ?? '', town, row.delivery_country ?? '']
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .replace(/\r\n?/g, '\n')
}

/** The state whose sales tax was charged, by its code or its name, else that of the address. */
export function stateOf(row: AddressCells): string | null {
  const { delivery_state: text = '' } = row
  const byName = Object.entries(US_STATES).find(([, name]) => name.toLowerCase() === text.toLowerCase())
  return parseStateCode(text) ?? byName?.[0] ?? findState(addressOf(row) ?? '')
}

/** First and last name; of a full name the last word is the last name. */
export function namesOf({ first_name, last_name, full_name = '' }: NameCells): {
  first_name: string
  last_name: string
} {
  const words = full_name.split(/\s+/).filter((word) => word !== '')
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const first = words.slice(0, words.length > 1 ? -1 : 1).join(' ')
  return { first_name: first_name ?? first.slice(0, NAME_LENGTH), last_name: last_name ?? last.slice(0, NAME_LENGTH) }
}
