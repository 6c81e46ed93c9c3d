import { join } from 'node:path'
import { listPhotoNames } from '../images/photo-shelf.ts'
import { type Variant, WIDTHS } from '../images/picture-kinds.ts'
import { openVariants, variantName } from '../images/picture-variants.ts'
import type { Command } from './command.ts'

/** JPEG is for browsers so old that they come seldom; theirs are made when asked for. */
const AHEAD: readonly Variant['format'][] = ['avif', 'webp']

const warmCommand: Command = {
  name: 'images warm',
  summary: 'Makes all smaller copies of the photographs ahead of the first visitors, smallest first.',
  run: async ({ settings, photos }) => {
    // Loaded here, since no other command needs it.
    const { shrinkPicture } = await import('../images/shrink-picture.ts')
    const variants = openVariants(join(settings.dataDir, 'images'), shrinkPicture)
    const there = await variants.list()
    const pictures = (await Promise.all((await listPhotoNames(photos.folder)).map((name) => photos.find(name)))).filter(
      (photo) => photo?.kind === 'picture',
    )
    let made = 0
    let failed = 0
    for (const width of WIDTHS) {
      for (const format of AHEAD) {
        for (const photo of pictures) {
          if (photo === null || photo === undefined || there.has(variantName(photo, { width, format }))) continue
          const done = await variants.get(photo, { width, format }).catch(() => null)
          if (done === null || !('file' in done)) failed += 1
          else made += 1
        }
      }
    }
    const lines = [`${made} made, ${there.size} were there already, ${failed} failed.`]
    return { lines, json: { made, already: there.size, failed }, failed: failed > 0 }
  },
}

export const imagesCommands: readonly Command[] = [warmCommand]
