import * as z from 'zod/mini'
import { customer } from '../accounts/schemas.ts'
import { defineEndpoints, successBody } from '../http/endpoint.ts'
import { CONTACT_REASONS, contactCalls, MESSAGE_LENGTH, REFERENCE_LENGTH } from './calls.ts'

export const inquiry = z
  .extend(customer, {
    reason: z.enum(CONTACT_REASONS),
    reference: z._default(z.string().check(z.trim(), z.maxLength(REFERENCE_LENGTH)), ''),
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(MESSAGE_LENGTH)),
    website: z.optional(z.string().check(z.maxLength(1000))),
  })
  .register(z.globalRegistry, { id: 'Inquiry', description: 'A message to the shop.' })

export const contactEndpoints = defineEndpoints('contact', contactCalls, {
  contactUs: {
    summary: 'Sends a message to the shop',
    description: 'It is stored and emailed. Leave `website` empty: a message with it counts as spam.',
    body: inquiry,
    response: successBody,
    example: {
      body: {
        firstName: 'Demo',
        lastName: 'Shopper',
        email: 'demo@packwright.example',
        reason: 'General Inquiry',
        reference: 'Hybrid Full Backpack',
        message: 'Can the straps of a ten-year-old bag be replaced?',
      },
    },
  },
})
