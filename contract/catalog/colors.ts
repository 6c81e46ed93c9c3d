import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'

export const MAX_COLORS = 100

/** May exceed the limit here: the rule of the name refuses it with a sentence. */
const typedName = z.string().check(z.maxLength(1000))
/** Identifies the version of the list. */
const seen = z.string().check(z.maxLength(64))

const editedColor = z.object({
  color: typedName,
  value: z
    .nullable(z.string().check(z.maxLength(100)))
    .check(z.describe('Of its dot, such as #46607e; null for the cloth that the last word of its name means')),
})
export type EditedColor = z.output<typeof editedColor>

const adminColor = z.extend(editedColor, {
  products: z.number().check(z.describe('How many products have it, drafts and hidden ones included')),
})
export type AdminColor = z.output<typeof adminColor>

export const adminColors = defineAdminCalls({
  listColors: {
    method: 'GET',
    path: '/api/admin/colors',
    summary: 'Lists colors',
    description: 'Also unused ones. A change repeats `seen`.',
    response: z.object({ colors: z.array(adminColor), seen }),
  },
  saveColor: {
    method: 'POST',
    path: '/api/admin/colors/save',
    summary: 'Adds, edits or renames a color',
    description: 'Products and the quiz follow a rename. 409 if someone else edited the colors.',
    body: z.object({
      was: z.nullable(typedName).check(z.describe('The name until now; null for a new color')),
      color: editedColor,
      in_names: z
        ._default(z.boolean(), false)
        .check(z.describe('Whether a rename also changes the names of its products')),
      seen,
    }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  orderColors: {
    method: 'POST',
    path: '/api/admin/colors/order',
    summary: 'Sorts the colors',
    description: '409 if someone else edited the colors.',
    body: z.object({ colors: z.array(typedName).check(z.maxLength(1000)), seen }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  removeColor: {
    method: 'POST',
    path: '/api/admin/colors/remove',
    summary: 'Removes a color',
    description: 'Its products get the color `to`. 409 without `to` if products have it.',
    body: z.object({ color: typedName, to: z.nullable(typedName), seen }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
