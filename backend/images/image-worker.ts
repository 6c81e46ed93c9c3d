import type { CopyJob, CopyResult } from './image-resizer.ts'
import { makeCopy } from './resize-image.ts'

// Runs as a process of its own (image-resizer.ts) and exits with the shop.
process.on('disconnect', () => process.exit())
// Ctrl+C reaches every process of the terminal; the shop decides when this one exits.
process.on('SIGINT', () => {})
process.on('message', async ({ id, path, variant, file }: CopyJob) => {
  const failure = await makeCopy(path, variant, file).then(() => null, describeFailure)
  const response: CopyResult = { id, failure, memory: process.memoryUsage.rss() }
  process.send?.(response)
})

/** The disk's error code, such as ENOSPC; otherwise the picture could not be decoded. */
function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'the picture could not be read'
}
