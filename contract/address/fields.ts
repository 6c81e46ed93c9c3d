import * as z from 'zod/mini'
import { cleanedWords } from '../text/cleaned.ts'
import { ADDRESS_PARTS, type AddressPart, addressErrors, HOME_COUNTRY, normalizeAddress } from './postal-address.ts'

/** In characters. */
export const ADDRESS_LENGTHS = {
  company: 100,
  address1: 300,
  address2: 300,
  city: 100,
  state: 100,
  zip: 20,
  country: 60,
} as const satisfies Record<AddressPart, number>

export const wireAddress = z.object({
  company: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
})

const part = (name: AddressPart) =>
  z.string().check(cleanedWords, z.maxLength(ADDRESS_LENGTHS[name], 'This is too long'))

export const typedAddress = z
  .object({
    company: z._default(part('company'), ''),
    address1: part('address1'),
    address2: z._default(part('address2'), ''),
    city: part('city'),
    state: z._default(part('state'), ''),
    zip: z._default(part('zip'), ''),
    country: z._default(part('country'), HOME_COUNTRY),
    /** Someone has confirmed a ZIP code that doesn't look like one of the state. */
    zip_is_right: z._default(z.boolean(), false),
  })
  .check(
    z.superRefine(({ zip_is_right, ...address }, context) => {
      const errors = addressErrors(normalizeAddress(address), zip_is_right)
      for (const name of ADDRESS_PARTS) {
        const message = errors[name]
        if (message !== undefined) context.issues.push({ code: 'custom', path: [name], message, input: address[name] })
      }
    }),
  )
  .register(z.globalRegistry, { id: 'TypedAddress', description: 'A postal address as it was typed.' })
export type TypedAddress = z.output<typeof typedAddress>
