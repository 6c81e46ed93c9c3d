import { keysOf } from '@shop/contract/keys-of'
import * as z from 'zod/mini'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { bumpCatalogVersion } from '../database/catalog-version/catalog-version.ts'
import { AppError } from '../http/errors/app-error.ts'
import { deleteMedia, findMedia, hasContent, upsertMedia } from '../media/media.repository.ts'
import { MEDIA_TYPES } from '../media/media.ts'
import { mediaState } from '../media/media-audit.ts'
import { listProductsShowing } from './catalog.repository.ts'

/** Restores a picture or video that was added, replaced or removed, as long as the content from before is stored. */
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

const TYPES = keysOf(MEDIA_TYPES)

const state = z.object({
  hash: z.string(),
  sha256: z.string(),
  type: z.enum(TYPES),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  created_at: z.string(),
})
