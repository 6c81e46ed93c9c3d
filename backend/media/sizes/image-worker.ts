import type { ImageJob, ImageResult } from './image-resizer.ts'
import { makeCopy, readPicture } from './resize-image.ts'

/** Decoding takes about a megabyte each. */
const WATCH_MS = 10

// A process of its own (image-resizer.ts), which exits with the shop.
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => {})
process.on('message', async ({ id, path, work }: ImageJob) => {
  const response: ImageResult = { id, failure: null, reading: null, memory: 0 }
  if (work.kind === 'read') response.reading = await readPicture(path, work.maxPixels)
  else response.failure = await makeCopy(path, work.variant, work.file).then(() => null, describeFailure)
  process.send?.({ ...response, memory: process.memoryUsage.rss() })
})

// Decoding threads only stop with the process. The system does the same when memory runs out.
const maxMemory = Number(process.argv[2])
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL')
}, WATCH_MS)

/** The disk's error code, such as ENOSPC; otherwise the picture could not be decoded. */
function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'the picture could not be read'
}
