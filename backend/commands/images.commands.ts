import { basename, resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { type AddedMedia, addMedia } from '../media/add-media.ts'
import { openPictureReader } from '../media/sizes/image-resizer.ts'
import { removeMedia } from '../pages/remove-media.ts'
import { type CommandContext, type CommandOutput, changeContext, throwFileError } from './command.ts'

const UNDO_HINT = 'You can undo it under Changes in the admin.'

/** `images add` and `images remove`: replace a picture under its name or remove one, which the admin does not do. */
export function addImagesCommands(program: Command, context: CommandContext): void {
  const images = program.command('images').description('Add, replace and remove pictures and videos.')
  images
    .command('add')
    .description(
      'Add pictures and videos by file name, or replace those with the same name. If one is invalid, none is added.',
    )
    .argument('<file...>', 'JPEG, PNG, WebP, AVIF or MP4')
    .action(async (files) => context.report(await addFiles(context, files)))
  images
    .command('remove')
    .description('Remove a picture or video that no product, line or page shows.')
    .argument('<name>', 'name of its file, such as campus.jpg')
    .action(async (name) => {
      const problem = await removeMedia(await changeContext(context), name)
      const lines = problem === null ? [`"${name}" is removed. ${UNDO_HINT}`] : [problem]
      context.report({ lines, json: { name, problem }, failed: problem !== null })
    })
}

async function addFiles(context: CommandContext, files: readonly string[]): Promise<CommandOutput> {
  const { database, clock, actor } = await changeContext(context)
  const sources = files.map((file) => ({ name: basename(file), path: resolve(file) }))
  const pictures = openPictureReader()
  const result = await addMedia(database, sources, { actor, clock, readPicture: pictures.read })
    .catch((error: unknown) => throwFileError(error, files.join(', ')))
    .finally(pictures.close)
  if (result.problems.length === 0) return { lines: addedLines(result), json: result }
  const sentences = result.problems.map((problem) => `${problem[0]?.toUpperCase()}${problem.slice(1)}.`)
  return { lines: [...sentences, 'Nothing was changed.'], json: result, failed: true }
}

function addedLines({ added, replaced, unchanged }: AddedMedia): string[] {
  return [
    ...added.map((name) => `Added ${name}.`),
    ...replaced.map((name) => `Replaced ${name}.`),
    ...unchanged.map((name) => `${name} is in the shop already.`),
    ...(added.length + replaced.length === 0 ? [] : [UNDO_HINT]),
  ]
}
