import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError } from '../errors/app-error.ts'
import { findImage } from './find-image.ts'
import { openImageResizer } from './image-resizer.ts'
import { capWidth, FORMATS, SHARE, type Variant, WIDTHS } from './image-variants.ts'
import type { MediaFile, MediaStore } from './media-store.ts'
import { openVariantStore } from './variant-store.ts'

const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'
/** For a picture that stands in for the right one, which is being made. */
const MOMENT = 'public, max-age=10'

const query = z.object({
  /** Content hash: with the right one the answer never changes. */
  v: z.optional(z.string()),
  w: z.optional(
    z.pipe(z.string(), z.transform(Number)).check(z.refine(isWidth, `must be one of ${WIDTHS.join(', ')}`)),
  ),
  f: z.optional(z.enum([...FORMATS, 'share'])),
})

/** GET /images/{file}: the catalog's photographs and videos, and smaller copies by `?w=` and `?f=`. */
export async function imagesRoutes(app: FastifyInstance, media: MediaStore, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'images')
  const resizer = openImageResizer()
  app.addHook('onClose', async () => resizer.close())
  const variants = openVariantStore(folder, resizer.makeCopy, (file, error) => {
    const reason = error instanceof Error ? error.message : 'unknown'
    app.log.warn({ file, reason }, 'a smaller copy of a picture could not be made')
  })
  await app.register(serveStatic, { root: media.folder, serve: false, cacheControl: false })

  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/images/:file',
      { schema: { params: z.object({ file: z.string() }), querystring: query } },
      async (request, reply) => {
        const photo = await media.find(request.params.file)
        if (photo === null) throw new AppError('not_found', 'There is no such picture.')
        const { v, w, f } = request.query
        const variant = variantOf(photo, w, f)
        const life = v === photo.hash ? YEAR : HOUR
        if (variant === null) return reply.header('cache-control', life).sendFile(photo.name)
        const { copy, isRight } = await findImage(variants, photo, variant, leavingOf(reply))
        reply.header('cache-control', isRight ? life : MOMENT)
        if (copy === null) return reply.sendFile(photo.name)
        return reply.type(`image/${copy.format}`).sendFile(copy.file, folder)
      },
    )
}

/** Which copy is asked for: none is the original; a width alone is a JPEG, a format alone the widest, `share` is for link previews. */
function variantOf(
  photo: MediaFile,
  width: number | undefined,
  format: Variant['format'] | 'share' | undefined,
): Variant | null {
  if (width === undefined && format === undefined) return null
  if (photo.kind === 'video') throw new AppError('invalid_request', 'A video comes in one size.')
  if (format === 'share') return SHARE
  const wide = WIDTHS.find((known) => known === width) ?? 1920
  return { width: capWidth(wide, photo.width), format: format ?? 'jpeg' }
}

function isWidth(width: number): boolean {
  return WIDTHS.some((known) => known === width)
}

/** Aborts when whoever asked goes away before the answer. */
function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort())
  return leaving.signal
}
