import { type EditedPage, MOST_LISTED } from '@shop/contract/pages/admin'
import { PAGE_NAMES, type PageName } from '@shop/contract/pages/fields'
import { readActorNames } from '../../admin/access/admins.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { listChangedPages, listPageVersions, type PageVersion } from './page-texts.repository.ts'

export async function listPages(database: Database): Promise<EditedPage[]> {
  const changed = await withNames(database, await listChangedPages(database))
  return PAGE_NAMES.map((page) => {
    const own = { page, values: {}, version: 0, changed_at: null, changed_by: null }
    return changed.find((one) => one.page === page) ?? own
  })
}

/** Newest first, with authors. */
export async function listVersions(database: Database, page: PageName): Promise<EditedPage[]> {
  return withNames(database, await listPageVersions(database, page, MOST_LISTED))
}

async function withNames(database: Database, versions: readonly PageVersion[]): Promise<EditedPage[]> {
  const nameOf = await readActorNames(database)
  return versions.map((version) => ({ ...version, changed_by: nameOf(version.changed_by) }))
}
