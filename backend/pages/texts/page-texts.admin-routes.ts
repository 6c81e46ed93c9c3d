import { adminPages, MOST_LISTED } from '@shop/contract/pages/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, PAGES } from '../../admin/admin-route.ts'
import { listNewPictures } from '../../media/store/media.repository.ts'
import { mediaUrl } from '../../media/store/media.ts'
import type { Context } from '../../platform/context.ts'
import { changePage } from './change-page-texts.ts'
import { listPages, listVersions } from './list-pages.ts'

export function pageTextsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, catalogVersion } = context

  adminRoute(app, context, adminPages.listPages, PAGES, async () => ({ pages: await listPages(database) }))

  adminRoute(app, context, adminPages.changePage, PAGES, async ({ body }, { admin }) => {
    const { page, values, version: seen } = body
    const audit_id = await changePage({ ...context, actor: admin.email }, { page, values, seen })
    await catalogVersion.refresh()
    return { audit_id }
  })

  adminRoute(app, context, adminPages.listPageVersions, PAGES, async ({ params: { page } }) => {
    return { versions: await listVersions(database, page) }
  })

  adminRoute(app, context, adminPages.listPagePictures, PAGES, async ({ query: { q } }) => {
    const pictures = await listNewPictures(database, q, MOST_LISTED)
    return { pictures: pictures.map(({ name, hash }) => ({ file: name, image_url: mediaUrl(name, hash) })) }
  })
}
