import type { ShopModule } from '../platform/module.ts'
import { checkPictures } from './check-pictures.ts'
import { deleteUnusedMedia } from './store/media.repository.ts'
import { startStripping } from './strip-stored.ts'

/** Unreferenced pictures are stored while a change can be undone. */
const UNUSED_MEDIA_DAYS = 30

export const mediaModule: ShopModule = {
  name: 'media',
  auditSubjects: { picture: { need: ['products', 'pages'] } },
  checks: [checkPictures],
  jobs: (context) => [startStripping({ ...context, dataDir: context.settings.dataDir })],
  oldData: {
    media: { days: UNUSED_MEDIA_DAYS, remove: deleteUnusedMedia },
  },
}
