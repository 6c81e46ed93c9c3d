import { bumpCatalogVersion } from '../catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { deleteMedia } from '../media/media.repository.ts'
import { listProductsShowing } from './catalog.repository.ts'

type RemoveOptions = { actor: string; clock: () => Date }

/** Removes a picture or video that no product shows; returns a sentence when that is not possible, else `null`. */
export async function removeMedia(database: Database, name: string, { clock }: RemoveOptions): Promise<string | null> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const users = await listProductsShowing(trx, name)
    if (users.length > 0) {
      return `Product ${users.join(', ')} shows "${name}": take it out of there first.`
    }
    return (await deleteMedia(trx, name, clock())) ? null : `There is no picture "${name}".`
  })
}
