import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listPhotoNames, openPhotoShelf, type Photo } from '../images/photo-shelf.ts'
import { type Variant, variantsOf } from '../images/picture-kinds.ts'
import { listCopies, variantName } from '../images/picture-variants.ts'
import { photoRecords } from '../images/record-photos.ts'
import type { Command } from './command.ts'
import { countOf } from './count-of.ts'

type Copy = { photo: Photo; variant: Variant; file: string }

const warmCommand: Command = {
  name: 'images warm',
  summary: 'Makes all smaller copies of the photographs ahead of the first visitors, smallest first.',
  run: async ({ settings, openStore, photos }) => {
    const { database } = await openStore()
    const recorded = openPhotoShelf(photos.folder, photoRecords(database))
    const seen = await recorded.look(await listPhotoNames(photos.folder))
    const all = copiesOf([...seen.values()].map(({ photo }) => photo))
    const folder = join(settings.dataDir, 'images')
    const there = await listCopies(folder)
    const missing = all.filter(({ file }) => !there.has(file))
    const failed = await makeCopies(folder, missing)
    const [made, already] = [missing.length - failed.length, all.length - missing.length]
    return {
      lines: [
        ...failed.map(({ file, reason }) => `${file}: ${reason}`),
        `${countOf(made, 'copy', 'copies')} made, ${already} there already, ${failed.length} failed.`,
      ],
      json: { made, already, failed },
      failed: failed.length > 0,
    }
  },
}

/** The smaller copies of all pictures, smallest first, whatever picture they are of. */
function copiesOf(photos: readonly Photo[]): Copy[] {
  return photos
    .filter(({ kind }) => kind === 'picture')
    .flatMap((photo) =>
      variantsOf(photo.width).map((variant) => ({ photo, variant, file: variantName(photo, variant) })),
    )
    .sort((a, b) => a.variant.width - b.variant.width)
}

/** One after the other, so that visitors have the processor first; tells which could not be made. */
async function makeCopies(folder: string, copies: readonly Copy[]): Promise<{ file: string; reason: string }[]> {
  // Loaded here, since few commands need it.
  const { makeCopy } = await import('../images/shrink-picture.ts')
  await mkdir(folder, { recursive: true })
  const failed: { file: string; reason: string }[] = []
  for (const { photo, variant, file } of copies) {
    await makeCopy(photo.path, variant, join(folder, file)).catch((error: unknown) => {
      failed.push({ file, reason: error instanceof Error ? error.message : 'could not be made' })
    })
  }
  return failed
}

export const imagesCommands: readonly Command[] = [warmCommand]
