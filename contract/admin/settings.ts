import * as z from 'zod/mini'
import { defineAdminEndpoint } from './admin-endpoint.ts'
import { changeResult } from './change.ts'

const text = z.string().check(z.maxLength(2000))

/** The settings of the shop. The backend validates the values, for the admin and for commands alike. */
const wireSettings = z.object({
  name: text,
  tagline: text,
  description: text,
  url: text,
  email: text,
  supportEmail: text,
  social: z.array(z.object({ name: text, url: text })).check(z.maxLength(50)),
  notices: z.array(text).check(z.maxLength(50)),
  /** The sender on packing slips; shoppers do not see it. */
  postalAddress: text,
})
export type AdminSettings = z.infer<typeof wireSettings>

export const getSettingsEndpoint = defineAdminEndpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Returns the settings of the shop',
  description: 'Name, texts, e-mails, notices and social pages. Only for owners.',
  response: z.object({ settings: wireSettings }),
})

export const changeSettingsEndpoint = defineAdminEndpoint({
  method: 'POST',
  path: '/api/admin/settings',
  summary: 'Changes settings of the shop',
  description:
    'Every page shows them within a second. 409, with the present values, when a setting no longer has its value in `seen`.',
  body: z.object({ wanted: z.partial(wireSettings), seen: z.partial(wireSettings) }),
  response: changeResult,
  errors: ['conflict'],
})
