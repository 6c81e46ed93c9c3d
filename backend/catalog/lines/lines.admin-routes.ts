import { type AdminLine, adminLines } from '@shop/contract/catalog/lines'
import type { ShopPicture } from '@shop/contract/pages/shop'
import type { FastifyInstance } from 'fastify'
import { adminRoute, PRODUCTS } from '../../admin/admin-route.ts'
import { listMediaNamed } from '../../media/store/media.repository.ts'
import { mediaUrl } from '../../media/store/media.ts'
import type { Context } from '../../platform/context.ts'
import { filesOfLines } from '../presentation-files.ts'
import { orderLines, readLines, removeLine, saveLine } from './change-lines.ts'
import { listHomeLines } from './presentation.ts'

export function linesAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, catalogVersion } = context
  const changed = async (audit_id: number | null) => {
    await catalogVersion.refresh()
    return { audit_id }
  }

  adminRoute(app, context, adminLines.listLines, PRODUCTS, async () => {
    const { lines, question, seen } = await readLines(database)
    const media = await listMediaNamed(database, filesOfLines(lines))
    const hashes = new Map(media.map(({ name, hash }) => [name, hash]))
    const shown = (picture: ShopPicture | null) =>
      picture && { ...picture, image_url: mediaUrl(picture.file, hashes.get(picture.file) ?? null) }
    const onHome = await listHomeLines(database)
    return {
      lines: lines.map(
        ({ former: _, ...line }): AdminLine => ({
          ...line,
          photo: shown(line.photo),
          preview: shown(line.preview),
          on_home: onHome.has(line.line),
        }),
      ),
      question,
      seen,
    }
  })

  adminRoute(app, context, adminLines.saveLine, PRODUCTS, async ({ body }, { admin }) =>
    changed(await saveLine({ ...context, actor: admin.email }, body)),
  )

  adminRoute(app, context, adminLines.orderLines, PRODUCTS, async ({ body: { lines: names, seen } }, { admin }) =>
    changed(await orderLines({ ...context, actor: admin.email }, { names, seen })),
  )

  adminRoute(app, context, adminLines.removeLine, PRODUCTS, async ({ body: { line: name, to, seen } }, { admin }) =>
    changed(await removeLine({ ...context, actor: admin.email }, { name, to, seen })),
  )
}
