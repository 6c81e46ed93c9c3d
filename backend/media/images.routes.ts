import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import serveStatic from '@fastify/static'
import { PICTURE_WIDTHS } from '@shop/contract/catalog/pictures'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { errorResponses } from '../platform/http/documented-schema.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { describeError } from '../platform/http/errors/error-log.ts'
import { sendError } from '../platform/http/errors/error-response.ts'
import { requestedPart } from './byte-ranges.ts'
import { openImageResizer } from './sizes/image-resizer.ts'
import { openVariantStore, type ReadyCopy, type VariantStore } from './sizes/variant-store.ts'
import {
  capWidth,
  FORMER_WIDTHS,
  isVideo,
  type Media,
  PICTURE_FORMATS,
  SHARE_PICTURE,
  type Variant,
  widthFor,
} from './store/media.ts'
import { DamagedMediaError } from './store/media-content.ts'
import { type MediaStore, originalFile } from './store/media-store.ts'

const YEAR_LONG_CACHING = 'public, max-age=31536000, immutable'
const HOUR_LONG_CACHING = 'public, max-age=3600'
/** For a replacement while the variant is being made. */
export const UNFINISHED_CACHING = 'public, max-age=10'

const REQUESTED_WIDTHS = [...PICTURE_WIDTHS, ...FORMER_WIDTHS]

const query = z.object({
  v: z.optional(z.string()).check(z.describe('Content hash of the original')),
  w: z.optional(z.pipe(z.enum(REQUESTED_WIDTHS.map(String)), z.transform(Number))).check(z.describe('Width in pixels')),
  f: z
    .optional(z.enum([...PICTURE_FORMATS, 'share']))
    .check(z.describe('Format; `share` is a JPEG for previews of links')),
})

const IMAGE_CONTENT = { 'image/*': { schema: z.file() }, 'video/mp4': { schema: z.file() } }

const imageSchema = {
  operationId: 'getImage',
  'x-example': { params: { image_file: 'hybrid-full-blue-quarter.jpg' } },
  summary: 'Returns a picture or video, or a smaller copy of a picture',
  description:
    'Without `w` and `f`: the original. While a copy is being made, the nearest one is sent and cached for seconds. With the content hash in `v`, the response never changes.',
  tags: ['images'],
  security: [],
  response: {
    200: { description: 'The picture or video', content: IMAGE_CONTENT },
    206: { description: 'The requested range', content: IMAGE_CONTENT },
    304: z.undefined().check(z.describe('Unchanged')),
    ...errorResponses([404, 416]),
  },
}

export async function imagesRoutes(app: FastifyInstance, media: MediaStore, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'images')
  const resizer = openImageResizer()
  app.addHook('onClose', async () => resizer.close())
  const variants = openVariantStore(folder, { fileOf: media.fileOf, makeCopy: resizer.makeCopy }, (file, error) => {
    const reason = error instanceof Error ? error.message : 'unknown'
    app.log.warn({ file, reason }, 'a smaller copy of a picture could not be made')
  })
  await mkdir(folder, { recursive: true }).catch(() => {})
  await app.register(serveStatic, { root: folder, serve: false, cacheControl: false })

  function unreadable({ name: file }: Media, error: unknown): AppError {
    const remedy = 'if it stays so, add it again with "npm run shop -- images add"'
    app.log.error({ file, error: describeError(error) }, `a picture cannot be read from the database; ${remedy}`)
    return new AppError('unavailable', 'This picture cannot be shown at the moment.')
  }

  /** From a file, which allows ranges; from the database when none can be written. */
  async function sendOriginal(photo: Media, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const { mtime: modified } = await stat(await media.fileOf(photo))
      const part = requestedPart(request.method, request.headers, { bytes: photo.bytes, modified })
      reply.header('accept-ranges', 'bytes')
      if (part !== 'beyond') return reply.sendFile(originalFile(photo), { acceptRanges: part === 'part' })
      reply.header('content-range', `bytes */${photo.bytes}`)
      return sendError(reply, new AppError('range_not_satisfiable'))
    } catch (error) {
      if (error instanceof DamagedMediaError || isDatabaseUnavailable(error)) throw unreadable(photo, error)
      app.log.warn({ file: photo.name, error: describeError(error) }, 'an original could not be written as a file')
      return reply
        .removeHeader('accept-ranges')
        .type(photo.type)
        .header('content-length', photo.bytes)
        .send(Readable.from(media.read(photo), { objectMode: false }))
    }
  }

  app.withTypeProvider<ZodTypeProvider>().get(
    '/images/:image_file',
    {
      schema: {
        ...imageSchema,
        params: z.object({
          image_file: z.string().check(z.describe('Name of the file')),
        }),
        querystring: query,
      },
    },
    async (request, reply) => {
      const photo = await media.find(request.params.image_file)
      if (photo === null) throw new AppError('not_found', 'There is no such picture.')
      const { v, w, f } = request.query
      const variant = parseVariant(photo, w, f)
      const life = v === photo.hash ? YEAR_LONG_CACHING : HOUR_LONG_CACHING
      // A cache in front would store a picture once per invented hash.
      const isOther = v !== undefined && v !== photo.hash
      const caching = (text: string) => (isOther ? text.replace('public', 'private') : text)
      if (variant === null) return sendOriginal(photo, request, reply.header('cache-control', caching(life)))
      const { copy, isRight } = await findImage(variants, photo, variant, watchDisconnect(reply))
      reply.header('cache-control', caching(isRight ? life : UNFINISHED_CACHING))
      if (copy === null) return sendOriginal(photo, request, reply)
      // No ranges: the next response may be another size.
      return reply.type(`image/${copy.format}`).sendFile(copy.file, { acceptRanges: false })
    },
  )
}

/** `null` for the original. Only a width is a JPEG, only a format the widest; `share` is for link previews. */
function parseVariant(
  photo: Media,
  width: number | undefined,
  format: Variant['format'] | 'share' | undefined,
): Variant | null {
  if (width === undefined && format === undefined) return null
  if (isVideo(photo)) throw new AppError('invalid_request', 'A video has one size.')
  if (format === 'share') return SHARE_PICTURE
  return { width: capWidth(widthFor(width ?? 1920), photo.width), format: format ?? 'jpeg' }
}

function watchDisconnect(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  if (reply.raw.destroyed) leaving.abort()
  else reply.raw.once('close', () => leaving.abort())
  return leaving.signal
}

/** Milliseconds until the original is sent instead. */
export const WAIT_MS = 3000

/** `copy` is `null` for the original; `isRight` is false for a replacement. */
type FoundImage = { copy: ReadyCopy | null; isRight: boolean }

/**
 * The variant, or the nearest finished one. An AVIF takes up to four seconds of processor time, so its first visitors
 * get WebP, which takes a tenth. The original, which may be megabytes, is only sent after three seconds.
 */
export async function findImage(
  variants: VariantStore,
  photo: Media,
  variant: Variant,
  leaving: AbortSignal,
): Promise<FoundImage> {
  const ready = await variants.find(photo, variant)
  if (ready !== null) return { copy: { file: ready, format: variant.format }, isRight: true }
  const nearest = await findNearest(variants, photo, variant)
  if (nearest !== null) {
    void variants.make(photo, variant)
    return { copy: nearest, isRight: false }
  }
  const quick = quickVariant(variant)
  const isMade = await within(WAIT_MS, variants.make(photo, quick, leaving))
  const file = isMade ? await variants.find(photo, quick) : null
  const isRight = file !== null && quick === variant
  if (!isRight && !leaving.aborted) void variants.make(photo, variant)
  return file === null ? original(photo, variant) : { copy: { file, format: quick.format }, isRight }
}

async function findNearest(variants: VariantStore, photo: Media, variant: Variant): Promise<ReadyCopy | null> {
  // No other has its shape, and services cache the first picture they get.
  if (variant === SHARE_PICTURE) return null
  return variants.findNearest(photo, variant, variant.width / 2)
}

/** Made first; browsers that request AVIF support WebP. */
function quickVariant(variant: Variant): Variant {
  return variant.format === 'avif' ? { width: variant.width, format: 'webp' } : variant
}

function original(photo: Media, variant: Variant): FoundImage {
  if (isUnderstood(photo, variant)) return { copy: null, isRight: false }
  throw new AppError('unavailable', 'This picture is being prepared. Please try again in a moment.')
}

/** AVIF and WebP are only sent to those that request them. */
function isUnderstood({ type }: Media, { format }: Variant): boolean {
  if (type === 'image/avif') return format === 'avif'
  return type !== 'image/webp' || format !== 'jpeg'
}

async function within(ms: number, outcome: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer))
}
