import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import type { EditedAnswer, EditedLine } from '@shop/contract/admin/lines'
import type { ShopPicture } from '@shop/contract/shop'
import { orderLines, readLines, removeLine, saveLine } from '../catalog/change-lines.ts'
import { plainLine } from '../catalog/lines.ts'
import { AppError } from '../http/errors/app-error.ts'
import { type CommandContext, type CommandOutput, changeContext } from './command.ts'
import { undoHint } from './preview.ts'

type Typed = {
  name?: string | undefined
  words?: string | undefined
  text?: string | undefined
  photo?: string | undefined
  photoAlt?: string | undefined
  preview?: string | undefined
  previewAlt?: string | undefined
  featured?: boolean | undefined
  goesWith?: string[] | true | undefined
  answer?: boolean | undefined
  answerLabel?: string | undefined
  answerHint?: string | undefined
  answerReason?: string | undefined
  hidden?: boolean | undefined
  inNames?: true | undefined
}

/** `lines list`, `add`, `set`, `order` and `remove`. */
export function addLinesCommands(program: Command, context: CommandContext): void {
  const { report } = context
  const lines = program.command('lines').description('Show and change the lines of products.')
  lines
    .command('list')
    .description('List the lines in the order of the shop.')
    .action(async () => report(await listOutput(context)))
  lines
    .command('add')
    .description('Add a line; its products are given it afterwards.')
    .argument('<name>', 'its name')
    .option('--words <words>', 'what continues the name on the home page, such as "for school"')
    .option('--text <text>', 'a sentence below the name')
    .option('--answer <yes or no>', 'whether an answer of the quiz leads to it', parseYesOrNo)
    .action(async (name, typed) => report(await said(context, (by) => save(by, null, { ...typed, name }))))
  lines
    .command('set')
    .description(
      'Change a line. A new name is that of its products and of the quiz, too; addresses with the old one lead on.',
    )
    .argument('<line>', 'its name, as "lines list" shows it')
    .option('--name <name>', 'another name')
    .option('--in-names', 'with another name: also where it stands in the names of its products')
    .option('--words <words>', 'what continues the name on the home page; empty for none')
    .option('--text <text>', 'a sentence below the name; empty for none')
    .option('--photo <file>', 'a wide photograph, as "images list" shows it; empty for none')
    .option('--photo-alt <text>', 'what it shows')
    .option('--preview <file>', 'a picture for the home page; empty for that of the first product')
    .option('--preview-alt <text>', 'what it shows')
    .option('--featured <yes or no>', 'whether it is on the home page and on About', parseYesOrNo)
    .option('--goes-with [ids...]', 'ids of the products that go with those of the line; nothing for none')
    .option('--hidden <yes or no>', 'whether it and its products stand in no list', parseYesOrNo)
    .option('--answer <yes or no>', 'whether an answer of the quiz leads to it; no takes out all that do', parseYesOrNo)
    .option('--answer-label <label>', 'what shoppers choose; empty for its name')
    .option('--answer-hint <hint>', 'what stands below it; empty for its words')
    .option('--answer-reason <reason>', 'what continues "Because" beside the recommended product; empty for nothing')
    .action(async (line, typed) => report(await said(context, (by) => save(by, line, typed))))
  lines
    .command('order')
    .description('Put the lines in another order, with their products.')
    .argument('<lines...>', 'every line once, as "lines list" shows them')
    .action(async (names) => report(await said(context, (by) => orderLines(by, { names, seen: null }))))
  lines
    .command('remove')
    .description('Remove a line.')
    .argument('<line>', 'its name, as "lines list" shows it')
    .option('--to <line>', 'the line that its products go to')
    .action(async (name, { to = null }) =>
      report(await said(context, (by) => removeLine(by, { name, to, seen: null }))),
    )
}

type Change = (by: Awaited<ReturnType<typeof changeContext>>) => Promise<number | null>

/** What was refused is a sentence for people. */
export async function said(context: CommandContext, change: Change): Promise<CommandOutput> {
  try {
    const id = await change(await changeContext(context))
    return { lines: id === null ? ['That is so already.'] : undoHint(id), json: { id } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { lines: [error.message, 'Nothing was changed.'], json: null, failed: true }
  }
}

async function listOutput({ openStore }: CommandContext): Promise<CommandOutput> {
  const { lines } = await readLines((await openStore()).database)
  return {
    table: lines.map(({ line, words, photo, featured, hidden, former, products, answers }) => ({
      line,
      words: words ?? '',
      products,
      photo: photo?.file ?? '',
      shown: hidden ? 'hidden' : featured ? 'home and shop' : 'shop',
      'answers of the quiz': answers.join(', '),
      'earlier names': former.join(', '),
    })),
    json: lines,
  }
}

const save = async (by: Parameters<Change>[0], was: string | null, typed: Typed): Promise<number | null> => {
  const known = (await readLines(by.database)).lines.find(({ line }) => line === was)
  const present = known ?? { ...plainLine(was ?? ''), answer: null }
  const line: EditedLine = {
    line: typed.name ?? present.line,
    words: typed.words ?? present.words,
    text: typed.text ?? present.text,
    photo: pictureOf(present.photo, typed.photo, typed.photoAlt),
    preview: pictureOf(present.preview, typed.preview, typed.previewAlt),
    featured: typed.featured ?? present.featured,
    goes_with: Array.isArray(typed.goesWith) ? typed.goesWith : typed.goesWith === undefined ? present.goes_with : [],
    hidden: typed.hidden ?? present.hidden,
    answer: answerFrom(present.answer, typed),
  }
  return saveLine(by, { was, line, inNames: typed.inNames === true, seen: null })
}

function pictureOf(present: ShopPicture | null, file?: string, alt?: string): ShopPicture | null {
  if (file === '') return null
  if (file === undefined) return present && { ...present, alt: alt ?? present.alt }
  return { file, alt: alt ?? '' }
}

/** Words for an answer make one. */
function answerFrom(present: EditedAnswer | null, typed: Typed): EditedAnswer | null {
  const { answerLabel, answerHint, answerReason } = typed
  const isWorded = [answerLabel, answerHint, answerReason].some((words) => words !== undefined)
  if (!(typed.answer ?? (present !== null || isWorded))) return null
  return {
    label: answerLabel ?? present?.label ?? '',
    hint: answerHint ?? present?.hint ?? '',
    reason: answerReason ?? present?.reason ?? null,
  }
}

function parseYesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('It must be yes or no.')
  return text === 'yes'
}
