import { type ChangeContext, writeAudit } from '../admin/audit/write-audit.ts'
import { bumpCatalogVersion } from '../database/catalog-version/catalog-version.ts'
import { inTransaction } from '../database/database.ts'
import { deleteMedia, findMedia } from '../media/media.repository.ts'
import { mediaState, mediaSubject } from '../media/media-audit.ts'
import { listProductsShowing } from './catalog.repository.ts'
import { getStoredPresentation } from './presentation.repository.ts'
import { filesOfLines } from './presentation-files.ts'

/** Removes a picture or video that no product and no line shows; returns a sentence when that is not possible, else `null`. */
export async function removeMedia({ database, clock, actor }: ChangeContext, name: string): Promise<string | null> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const users = await listProductsShowing(trx, name)
    if (users.length > 0) {
      return `Product ${users.join(', ')} shows "${name}": take it out of there first.`
    }
    if (filesOfLines((await getStoredPresentation(trx)).lines).includes(name)) {
      return `A line of products shows "${name}": import a catalog whose lines.json does not.`
    }
    const media = await findMedia(trx, name)
    if (media === null) return `There is no picture "${name}".`
    const now = clock()
    await deleteMedia(trx, name, now)
    const states = { before: mediaState(media), after: null }
    await writeAudit(trx, { at: now, actor, action: 'picture.removed', subject: mediaSubject(name), ...states })
    return null
  })
}
