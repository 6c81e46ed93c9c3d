import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { type Variant, variantsOf } from '../images/image-variants.ts'
import { createMediaRecords } from '../images/media-records.ts'
import { listMediaNames, type MediaFile, openMediaStore } from '../images/media-store.ts'
import { listCopies, variantName } from '../images/variant-store.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { pluralize } from './pluralize.ts'

type Copy = { photo: MediaFile; variant: Variant; file: string }

/** `images warm`. */
export function addImagesCommands(program: Command, context: CommandContext): void {
  const images = program.command('images').description('Make smaller copies of the photographs.')
  images
    .command('warm')
    .description('Make all smaller copies of the photographs that are missing, smallest first.')
    .action(async () => context.report(await warmImages(context)))
}

async function warmImages({ settings, openStore, photos }: CommandContext): Promise<CommandOutput> {
  const { database } = await openStore()
  const recorded = openMediaStore(photos.folder, createMediaRecords(database))
  const seen = await recorded.inspect(await listMediaNames(photos.folder))
  const all = copiesOf([...seen.values()].map(({ file }) => file))
  const folder = join(settings().dataDir, 'images')
  const existing = await listCopies(folder)
  const missing = all.filter(({ file }) => !existing.has(file))
  const failed = await makeCopies(folder, missing)
  const [made, already] = [missing.length - failed.length, all.length - missing.length]
  return {
    lines: [
      ...failed.map(({ file, reason }) => `${file}: ${reason}`),
      `${pluralize(made, 'copy', 'copies')} made, ${already} already there, ${failed.length} failed.`,
    ],
    json: { made, already, failed },
    failed: failed.length > 0,
  }
}

/** All variants of all pictures, the smallest variant of every picture first. */
function copiesOf(photos: readonly MediaFile[]): Copy[] {
  return photos
    .filter(({ kind }) => kind === 'picture')
    .flatMap((photo) =>
      variantsOf(photo.width).map((variant) => ({ photo, variant, file: variantName(photo, variant) })),
    )
    .sort((a, b) => a.variant.width - b.variant.width)
}

/** Makes one at a time to leave the processor to visitors; returns those that failed. */
async function makeCopies(folder: string, copies: readonly Copy[]): Promise<{ file: string; reason: string }[]> {
  // Loaded on demand, since few commands need it.
  const { makeCopy } = await import('../images/resize-image.ts')
  await mkdir(folder, { recursive: true })
  const failed: { file: string; reason: string }[] = []
  for (const { photo, variant, file } of copies) {
    await makeCopy(photo.path, variant, join(folder, file)).catch((error: unknown) => {
      failed.push({ file, reason: error instanceof Error ? error.message : 'could not be made' })
    })
  }
  return failed
}
