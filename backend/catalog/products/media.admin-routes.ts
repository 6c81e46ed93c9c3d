import { Readable } from 'node:stream'
import { MAX_UPLOAD_BYTES, UPLOAD_PATH, uploadedMedia } from '@shop/contract/catalog/admin'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { accessTo, PRODUCTS_OR_PAGES } from '../../admin/admin-route.ts'
import { TOO_LARGE, uploadMedia } from '../../media/add-media.ts'
import type { ReadPicture } from '../../media/inspect/inspect-file.ts'
import { openPictureReader } from '../../media/sizes/image-resizer.ts'
import { mediaUrl } from '../../media/store/media.ts'
import type { Context } from '../../platform/context.ts'
import { allowSlowBody } from '../../platform/http/body-time.ts'
import { errorResponses } from '../../platform/http/documented-schema.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'

const query = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200), z.describe('What the phone or computer calls the file')),
})

const schema = {
  operationId: 'adminUploadMedia',
  summary: 'Uploads a picture or video',
  description: 'The body is the file: JPEG, PNG, WebP, AVIF or MP4. It shows once a product or page uses it.',
  tags: ['admin'],
  security: [{ adminSession: [] }],
  consumes: ['application/octet-stream'],
  querystring: query,
  response: {
    200: { description: 'Done', content: { 'application/json': { schema: uploadedMedia } } },
    ...errorResponses([401, 403, 413, 415, 429]),
  },
}

/** POST /api/admin/media: the file is the whole body, stored as it arrives. */
export function mediaAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, catalogVersion } = context
  const { config, onRequest } = accessTo(context, PRODUCTS_OR_PAGES)
  const pictures = openPictureReader()
  app.addHook('onClose', async () => pictures.close())
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', async (_request: unknown, body: unknown) => body)
    scope.post(
      UPLOAD_PATH,
      {
        schema,
        bodyLimit: MAX_UPLOAD_BYTES,
        config,
        onRequest: async (request) => {
          await onRequest(request)
          allowSlowBody(request.raw)
          if (Number(request.headers['content-length']) > MAX_UPLOAD_BYTES) throw new AppError('too_large', TOO_LARGE)
        },
      },
      async (request) => {
        const { name } = query.parse(request.query)
        const { admin } = request
        if (admin === null) throw new AppError('unauthorized')
        if (!(request.body instanceof Readable)) throw new AppError('unsupported_media_type')
        const readPicture: ReadPicture = async (path, maxPixels) => {
          const reading = await pictures.read(path, maxPixels)
          const { failure } = reading
          if (failure === 'memory' || failure === 'time')
            request.log.warn({ failure }, 'a picture was too much to open')
          return reading
        }
        const upload = { name, content: request.body, readPicture }
        const media = await uploadMedia({ database, clock, actor: admin.email }, upload)
        await catalogVersion.refresh()
        return { file: media.name, image_url: mediaUrl(media.name, media.hash) }
      },
    )
    done()
  })
}
