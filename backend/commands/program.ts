import { Command } from '@commander-js/extra-typings'
import { PROGRAM_VERSION } from '../platform/lib/program-version.ts'
import { addBackupCommands } from './backup.commands.ts'
import { addBooksCommands } from './books.commands.ts'
import { addCatalogCommands } from './catalog.commands.ts'
import type { AddCommands, CommandContext } from './command.ts'
import { addDoctorCommands } from './doctor.commands.ts'
import { addImagesCommands } from './images.commands.ts'
import { addOutboxCommands } from './outbox.commands.ts'
import { addOwnerCommands } from './owner.commands.ts'
import { addPaymentsCommands } from './payments.commands.ts'
import { addSettingsCommands } from './settings.commands.ts'

/** Every noun with commands. To add one, make a file `<noun>.commands.ts` and add a line here. */
const COMMANDS_BY_NOUN: readonly AddCommands[] = [
  addCatalogCommands,
  addImagesCommands,
  addOutboxCommands,
  addSettingsCommands,
  addBackupCommands,
  addOwnerCommands,
  addPaymentsCommands,
  addBooksCommands,
  addDoctorCommands,
]

/** The parser of `npm run shop -- <noun> <verb>`. Throws a `CommanderError` on misuse and after printing help. */
export function buildProgram(context: CommandContext, output: { out: Print; error: Print }): Command {
  const program: Command = new Command('npm run shop --')
  program
    .usage('<noun> <verb> [options]')
    .description('Commands for the operator. They work while the shop runs, on the database in its settings.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: output.out,
      writeErr: output.error,
      outputError: (text, write) => write(sentenceOf(text)),
    })
    .showHelpAfterError()
    .exitOverride()
    .option('--json', 'print JSON, for programs')
    .version(PROGRAM_VERSION, '--version', 'print the version')
  for (const addCommands of COMMANDS_BY_NOUN) addCommands(program, context)
  for (const noun of program.commands) noun.helpCommand(false)
  return program
}

type Print = (text: string) => void

/** Turns a message of the parser into a sentence: `error: unknown command 'x'` becomes "Unknown command 'x'". */
export function sentenceOf(message: string): string {
  const bare = message.replace(/^error: /, '')
  return bare.slice(0, 1).toUpperCase() + bare.slice(1)
}
