import { keysOf } from '@shop/contract/http/coercion'
import * as z from 'zod/mini'
import { type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { listProductsShowing } from '../catalog/catalog.repository.ts'
import { getStoredPresentation } from '../catalog/presentation.repository.ts'
import { filesOfLines } from '../catalog/presentation-files.ts'
import { mediaState, mediaSubject } from '../media/add-media.ts'
import { deleteMedia, findMedia, hasContent, upsertMedia } from '../media/store/media.repository.ts'
import { MEDIA_TYPES } from '../media/store/media.ts'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { listPagesShowing } from './texts/change-page-texts.ts'

/** Removes an unused picture or video; returns a sentence when it can't, else `null`. */
export async function removeMedia({ database, clock, actor }: ChangeContext, name: string): Promise<string | null> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const users = await listProductsShowing(trx, name)
    if (users.length > 0) {
      return `Product ${users.join(', ')} uses "${name}". Remove it there first.`
    }
    if (filesOfLines((await getStoredPresentation(trx)).lines).includes(name)) {
      return `A line of products uses "${name}". Remove it there first.`
    }
    const pages = await listPagesShowing(trx, name)
    if (pages.length > 0) return `The page ${pages.join(', ')} shows "${name}": choose another picture there first.`
    const media = await findMedia(trx, name)
    if (media === null) return `There is no picture "${name}".`
    const now = clock()
    await deleteMedia(trx, name, now)
    const states = { before: mediaState(media), after: null }
    await writeAudit(trx, { at: now, actor, action: 'picture.removed', subject: mediaSubject(name), ...states })
    return null
  })
}

/** Restores an added, replaced or removed file while its earlier content is stored. */
export const undoMedia: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, { subject }) => {
    const media = await findMedia(database, subject.id)
    return media === null ? null : mediaState(media)
  },
  writeBefore: async (trx, { subject, before }, now) => {
    const name = subject.id
    if (before === null) {
      const users = await listProductsShowing(trx, name)
      if (users.length > 0) throw new AppError('conflict', `Product ${users.join(', ')} shows "${name}" now.`)
      const pages = await listPagesShowing(trx, name)
      if (pages.length > 0) throw new AppError('conflict', `The page ${pages.join(', ')} shows "${name}" now.`)
      await deleteMedia(trx, name, now)
      return
    }
    const media = { name, ...state.parse(before) }
    if (!(await hasContent(trx, media))) {
      throw new AppError('conflict', `The earlier "${name}" is no longer stored. Please add it again.`)
    }
    await upsertMedia(trx, media, now)
  },
}

const MEDIA_TYPE_NAMES = keysOf(MEDIA_TYPES)

const state = z.object({
  hash: z.string(),
  sha256: z.string(),
  type: z.enum(MEDIA_TYPE_NAMES),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  created_at: z.string(),
})
