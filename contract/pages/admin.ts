import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { PAGE_NAMES } from './fields.ts'

const page = z.enum(PAGE_NAMES, 'There’s no such page.')
const values = z.record(
  z.string().check(z.maxLength(60)),
  z.union([
    z.string().check(z.maxLength(5000)),
    z.number(),
    z.boolean(),
    z.object({ file: z.string().check(z.maxLength(200)), alt: z.string().check(z.maxLength(1000)) }),
  ]),
)

const wirePage = z.object({
  page,
  values,
  version: z.int(),
  changed_at: z.nullable(z.string()),
  changed_by: z.nullable(z.string()),
})
export type EditedPage = z.infer<typeof wirePage>

const wirePicture = z.object({ file: z.string(), image_url: z.string() })

export const MOST_LISTED = 60

export const adminPages = defineAdminCalls({
  listPages: {
    method: 'GET',
    path: '/api/admin/pages',
    summary: 'Lists editable pages',
    description: 'Home, About, the return policy and help with orders. `values` has what differs from the default.',
    response: z.object({ pages: z.array(wirePage) }),
  },
  changePage: {
    method: 'POST',
    path: '/api/admin/pages',
    summary: 'Edits a page',
    description:
      'Fields you leave out get the default again. Live within a second. 400 by field, such as `values.hero`; 409 if someone else edited it.',
    body: z.object({ page, values, version: z.int().check(z.minimum(0)) }),
    response: changeResult,
    errors: ['conflict'],
  },
  previewPage: {
    method: 'POST',
    path: '/api/admin/pages/preview',
    summary: 'Previews a page with unsaved values',
    description: 'Without scripts. Nothing is stored.',
    body: z.object({ page, values }),
    response: z.object({ html: z.string() }),
    errors: ['not_found'],
  },
  listPageVersions: {
    method: 'GET',
    path: '/api/admin/pages/:page/versions',
    summary: 'Lists earlier versions of a page',
    description: `The ${MOST_LISTED} newest versions, the newest first, each with what differed from the shop’s own.`,
    params: z.object({ page: page.check(z.describe('Name of the page')) }),
    response: z.object({ versions: z.array(wirePage) }),
  },
  listPagePictures: {
    method: 'GET',
    path: '/api/admin/pages/pictures',
    summary: 'Lists pictures of the shop, to choose one for a page',
    description: `The ${MOST_LISTED} newest whose names hold all words of \`q\`.`,
    query: z.object({ q: z.string().check(z.maxLength(100), z.describe('Words of names of files')) }),
    response: z.object({ pictures: z.array(wirePicture) }),
  },
})
