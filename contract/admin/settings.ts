import * as z from 'zod/mini'
import { defineAdminEndpoint } from './admin-endpoint.ts'
import { changeResult } from './change.ts'

const text = z.string().check(z.maxLength(2000))

/** What names the shop. Which values are taken is the backend's to say, for commands alike. */
const wireSettings = z.object({
  name: text,
  tagline: text,
  description: text,
  url: text,
  email: text,
  supportEmail: text,
  social: z.array(z.object({ name: text, url: text })).check(z.maxLength(50)),
  notices: z.array(text).check(z.maxLength(50)),
})
export type AdminSettings = z.infer<typeof wireSettings>

export const getSettingsEndpoint = defineAdminEndpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Shows what names the shop',
  description: 'Name, texts, e-mails, notices and social pages. Only for owners.',
  response: z.object({ settings: wireSettings }),
})

export const changeSettingsEndpoint = defineAdminEndpoint({
  method: 'POST',
  path: '/api/admin/settings',
  summary: 'Changes what names the shop',
  description:
    'Every page says so within a second. Refused where a setting no longer says what `seen` holds of it, with what it says now.',
  body: z.object({ wanted: z.partial(wireSettings), seen: z.partial(wireSettings) }),
  response: changeResult,
  errors: ['conflict'],
})
