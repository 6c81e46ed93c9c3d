import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { type CodeState, type CodeTerms, codeTerms } from '@shop/contract/admin/discounts'
import { type Cents, formatAdminMoney } from '@shop/contract/money'
import { changeCode, createCode } from '../discounts/change-code.ts'
import { serializeCode } from '../discounts/discounts.admin-routes.ts'
import { findCode, listCodes } from '../discounts/discounts.repository.ts'
import { termsOf } from '../discounts/read-discount.ts'
import { AppError } from '../http/errors/app-error.ts'
import { localDay } from '../lib/local-day.ts'
import {
  type CommandContext,
  type CommandOutput,
  changeContext,
  parseAmount,
  parseCode,
  parseDay,
  parsePositive,
  parseSum,
} from './command.ts'
import { undoHint } from './preview.ts'

const MAX_USES = 1_000_000

/** In place of a day or a number of uses: none is set. */
const ANY = 'any'

/** What is said of a code; what is missing stays as it is, and of a new code it is none. */
type Typed = {
  percent?: number
  dollars?: Cents
  minimum?: Cents
  line?: string[]
  product?: string[]
  from?: string
  until?: string
  uses?: number | typeof ANY
  onceEach?: true
  forAll?: true
}

/** `codes`: discount codes. */
export function addCodesCommands(program: Command, context: CommandContext): void {
  const codes = program.command('codes').description('Discount codes.')
  codes
    .command('list')
    .description('List the codes, the newest first, with how often each was used.')
    .action(async () => context.report(await listOutput(context)))
  withTerms(codes.command('add'))
    .description('Make a discount code. It is paused until "codes on" turns it on.')
    .argument('<code>', '3 to 30 letters, digits and dashes', parseCode)
    .action(async (code, typed) => {
      const terms = parseTerms(changed(null, typed))
      const id = await createCode(await changeContext(context), { code, terms })
      context.report({ lines: [`${code} is entered, and paused.`, ...undoHint(id)], json: { id } })
    })
  withTerms(codes.command('change'))
    .description(
      'Change what a code takes off, of what, when and how often. Orders that have used it stay as they are.',
    )
    .argument('<code>', 'the code', parseCode)
    .action(async (code, typed) => {
      const stored = await findCode((await context.openStore()).database, code)
      if (stored === null) throw new AppError('not_found', `There is no code ${code}.`)
      const terms = parseTerms(changed(termsOf(stored), typed))
      const id = await changeCode(await changeContext(context), { code, terms, seen: stored.version })
      context.report(done(id))
    })
  addStateCommand(codes, context, { name: 'on', state: 'on', description: 'Turn a code on.' })
  addStateCommand(codes, context, { name: 'pause', state: 'paused', description: 'Pause a code.' })
  addStateCommand(codes, context, {
    ...{ name: 'end', state: 'ended' },
    description: 'End a code. It is not on again, but for an undo.',
  })
}

function withTerms(command: Command) {
  return command
    .option('--percent <number>', 'whole percent off each line', parsePositive(100))
    .option('--dollars <amount>', 'dollars off the order', parseAmount)
    .option('--minimum <amount>', 'what the goods come to at least, before the discount; 0 for none', parseSum)
    .option('--line <names...>', 'only for these lines of the catalog')
    .option('--product <ids...>', 'only for these products')
    .option('--for-all', 'for all products')
    .option('--from <day>', 'first day, or "any"', parseAnyDay)
    .option('--until <day>', 'last day, or "any"', parseAnyDay)
    .option('--uses <number>', 'orders that may use it, or "any"', parseUses)
    .option('--once-each', 'each email address may use it once')
}

type StateCommand = { name: string; state: CodeState; description: string }

function addStateCommand(codes: Command, context: CommandContext, { name, state, description }: StateCommand): void {
  codes
    .command(name)
    .description(description)
    .argument('<code>', 'the code', parseCode)
    .action(async (code) => {
      context.report(done(await changeCode(await changeContext(context), { code, state, seen: null })))
    })
}

function done(id: number | null): CommandOutput {
  return { lines: id === null ? ['That is so already.'] : undoHint(id), json: { id } }
}

function changed(present: CodeTerms | null, typed: Typed): Partial<CodeTerms> {
  const { percent, dollars, minimum, line, product, from, until, uses, onceEach, forAll } = typed
  if (percent !== undefined && dollars !== undefined) {
    throw new AppError('invalid_request', 'A code takes off a percent or dollars, not both.')
  }
  if (present === null && percent === undefined && dollars === undefined) {
    throw new AppError('invalid_request', 'Please say what the code takes off, with --percent or --dollars.')
  }
  return {
    ...present,
    ...(percent !== undefined && { kind: 'percent', value: percent }),
    ...(dollars !== undefined && { kind: 'amount', value: dollars }),
    ...(minimum !== undefined && { minimum_cents: minimum }),
    ...(forAll && { lines: [], product_ids: [] }),
    ...(line !== undefined && { lines: line }),
    ...(product !== undefined && { product_ids: product }),
    ...(from !== undefined && { starts_on: from === ANY ? null : from }),
    ...(until !== undefined && { ends_on: until === ANY ? null : until }),
    ...(uses !== undefined && { max_uses: uses === ANY ? null : uses }),
    ...(onceEach && { once_each: true }),
  }
}

function parseTerms(terms: Partial<CodeTerms>): CodeTerms {
  const { success, data, error } = codeTerms.safeParse(terms)
  if (success) return data
  throw new AppError('invalid_request', `${error.issues[0]?.message}.`)
}

async function listOutput({ openStore, clock }: CommandContext): Promise<CommandOutput> {
  const today = localDay(clock())
  const codes = (await listCodes((await openStore()).database)).map((code) => serializeCode(code, today))
  return {
    table: codes.map(({ code, status, kind, value, starts_on, ends_on, uses, max_uses }) => ({
      code,
      state: status.replace('_', ' '),
      'takes off': kind === 'percent' ? `${value} %` : formatAdminMoney(value),
      from: starts_on ?? '',
      until: ends_on ?? '',
      used: max_uses === null ? uses : `${uses} of ${max_uses}`,
    })),
    lines: codes.length === 0 ? ['There are no codes.'] : [],
    json: codes,
  }
}

function parseAnyDay(text: string): string {
  return text === ANY ? ANY : parseDay(text)
}

function parseUses(text: string): number | typeof ANY {
  if (text === ANY) return ANY
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or "any".')
  return parsePositive(MAX_USES)(text)
}
