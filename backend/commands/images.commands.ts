import { mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { ALT_LENGTH, type EditedProduct, MAX_PRODUCT_PICTURES } from '@shop/contract/admin/catalog'
import { formatCount } from '@shop/contract/plural'
import type { StoredProduct } from '../catalog/catalog.repository.ts'
import { requireProduct, updateProduct } from '../catalog/edit-product.ts'
import { toEdited } from '../catalog/edited-product.ts'
import { removeMedia } from '../catalog/remove-media.ts'
import type { Database } from '../database/database.ts'
import { localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { type AddedMedia, addMedia } from '../media/add-media.ts'
import { openPictureReader } from '../media/image-resizer.ts'
import { listMedia } from '../media/media.repository.ts'
import { isVideo, type Media, type Variant, variantsOf } from '../media/media.ts'
import { openOriginalCache } from '../media/media-store.ts'
import { listCopies, variantName } from '../media/variant-store.ts'
import { type CommandContext, type CommandOutput, changeContext, parseText, throwFileError } from './command.ts'
import { UNDO_HINTS } from './preview.ts'

type Copy = { photo: Media; variant: Variant; file: string }

/** `images list`, `add`, `remove` and `warm`. */
export function addImagesCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const images = program.command('images').description('List, add and remove pictures and videos.')
  images
    .command('list')
    .description('List the pictures and videos with type, size and dimensions.')
    .action(async () => report(listOutput(await listMedia((await openStore()).database))))
  images
    .command('add')
    .description(
      'Add pictures and videos under the names of their files, in place of those that have the same. All of them, or none if one is wrong.',
    )
    .argument('<file...>', 'JPEG, PNG, WebP, AVIF or MP4')
    .option('--product <product>', 'show them behind the pictures of this product_id')
    .option('--shows <text>', 'what they show, for those who cannot see it', parseText(ALT_LENGTH))
    .action(async (files, options) => report(await addFiles(context, files, options)))
  images
    .command('remove')
    .description('Remove a picture or video that no product shows.')
    .argument('<name>', 'name, as "images list" shows it')
    .action(async (name) => {
      const problem = await removeMedia(await changeContext(context), name)
      const lines = problem === null ? [`"${name}" is removed.`, ...UNDO_HINTS] : [problem]
      report({ lines, json: { name, problem }, failed: problem !== null })
    })
  images
    .command('warm')
    .description('Make all smaller copies of the photographs that are missing, smallest first.')
    .action(async () => report(await warmImages(context)))
}

function listOutput(media: readonly Media[]): CommandOutput {
  return {
    table: media.map(({ name, type, bytes, width, height, created_at }) => ({
      name: stripControlCharacters(name),
      type,
      bytes,
      size: width === null || height === null ? '' : `${width} × ${height}`,
      added: localDay(new Date(created_at)),
    })),
    json: media,
  }
}

type AddFlags = { product?: string | undefined; shows?: string | undefined }

async function addFiles(
  context: CommandContext,
  files: readonly string[],
  { product: productId, shows = '' }: AddFlags,
): Promise<CommandOutput> {
  const { database, clock, actor } = await changeContext(context)
  const sources = files.map((file) => ({ name: basename(file), path: resolve(file) }))
  const names = sources.map(({ name }) => name)
  const shown = productId === undefined ? null : await withPictures(database, productId, { names, alt: shows })
  const pictures = openPictureReader()
  const result = await addMedia(database, sources, { actor, clock, readPicture: pictures.read })
    .catch((error: unknown) => throwFileError(error, fileOf(error) ?? files.join(', ')))
    .finally(pictures.close)
  if (result.problems.length === 0) {
    if (shown !== null) {
      const { product_id, version } = shown.product
      const update = { productId: product_id, version, changes: { images: shown.images }, largePriceChange: false }
      await updateProduct({ database, clock, actor }, update)
    }
    return { lines: addedLines(result), json: result }
  }
  const sentences = result.problems.map((problem) => `${problem[0]?.toUpperCase()}${problem.slice(1)}.`)
  return { lines: [...sentences, 'Nothing was changed.'], json: result, failed: true }
}

type Shown = { product: StoredProduct; images: EditedProduct['images'] }

/** The pictures of a product with others behind those that it has; throws a sentence where it cannot show them. */
async function withPictures(
  database: Database,
  productId: string,
  { names, alt }: { names: readonly string[]; alt: string },
): Promise<Shown> {
  const product = await requireProduct(database, productId)
  const present = toEdited(product).images
  const added = names.filter((name) => !present.some(({ file }) => file === name))
  const images = [...present, ...added.map((file) => ({ file, alt }))]
  if (images.length > MAX_PRODUCT_PICTURES) {
    throw new Error(`A product has ${MAX_PRODUCT_PICTURES} pictures at most; this one would have ${images.length}.`)
  }
  if (alt === '' && product.status !== 'draft') throw new Error('Please say with --shows what they show.')
  return { product, images }
}

function fileOf(error: unknown): string | null {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null
}

function addedLines({ added, replaced, unchanged }: AddedMedia): string[] {
  return [
    ...added.map((name) => `Added ${name}.`),
    ...replaced.map((name) => `Replaced ${name}.`),
    ...unchanged.map((name) => `${name} is in the shop already.`),
    ...(added.length + replaced.length === 0 ? [] : UNDO_HINTS),
  ]
}

async function warmImages({ settings, openStore }: CommandContext): Promise<CommandOutput> {
  const { database } = await openStore()
  const folder = join(settings().dataDir, 'images')
  const all = copiesOf(await listMedia(database))
  const existing = await listCopies(folder)
  const missing = all.filter(({ file }) => !existing.has(file))
  const failed = await makeCopies(folder, missing, openOriginalCache(database, folder))
  const [made, already] = [missing.length - failed.length, all.length - missing.length]
  return {
    lines: [
      ...failed.map(({ file, reason }) => `${file}: ${reason}`),
      `${formatCount(made, 'copy', 'copies')} made, ${already} already there, ${failed.length} failed.`,
    ],
    json: { made, already, failed },
    failed: failed.length > 0,
  }
}

/** All variants of all pictures, the smallest variant of every picture first. */
function copiesOf(media: readonly Media[]): Copy[] {
  return media
    .filter((photo) => !isVideo(photo))
    .flatMap((photo) =>
      variantsOf(photo.width).map((variant) => ({ photo, variant, file: variantName(photo, variant) })),
    )
    .sort((a, b) => a.variant.width - b.variant.width)
}

/** Makes one at a time to leave the processor to visitors; returns those that failed. */
async function makeCopies(
  folder: string,
  copies: readonly Copy[],
  originalOf: (media: Media) => Promise<string>,
): Promise<{ file: string; reason: string }[]> {
  // Loaded on demand, since few commands need it.
  const { makeCopy } = await import('../media/resize-image.ts')
  const failed: { file: string; reason: string }[] = []
  for (const { photo, variant, file } of copies) {
    try {
      // The folder may be thrown away meanwhile.
      await mkdir(folder, { recursive: true })
      await makeCopy(await originalOf(photo), variant, join(folder, file))
    } catch (error) {
      failed.push({ file, reason: error instanceof Error ? error.message : 'could not be made' })
    }
  }
  return failed
}
