import type { ShrinkAnswer, ShrinkJob } from './picture-shrinker.ts'
import { shrinkPicture } from './shrink-picture.ts'

// Runs as a process of its own, see picture-shrinker.ts. Ends together with the shop.
process.on('disconnect', () => process.exit())
// Ctrl+C reaches every process of the terminal; the shop decides when this one ends.
process.on('SIGINT', () => {})
process.on('message', async ({ id, path, variant }: ShrinkJob) => {
  const bytes = await shrinkPicture(path, variant).catch(() => null)
  const answer: ShrinkAnswer = { id, bytes }
  process.send?.(answer)
})
