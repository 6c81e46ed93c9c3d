import { adminPages } from '@shop/contract/pages/admin'
import type { PageName } from '@shop/contract/pages/fields'
import { callQuery } from '../app/query-client.ts'

/** Whatever is known of pages; refreshed after each change of one. */
export const PAGES_KEY = ['pages']

export const pagesQuery = callQuery([...PAGES_KEY, 'list'], adminPages.listPages, {})

export function versionsQuery(page: PageName) {
  return callQuery([...PAGES_KEY, 'versions', page], adminPages.listPageVersions, { params: { page } })
}

export function picturesQuery(q: string) {
  return callQuery(['page-pictures', q], adminPages.listPagePictures, { query: { q } })
}
