import type { CommandOutput } from '../../commands/command.ts'
import { buildProgram } from '../../commands/program.ts'
import type { TestShop } from '../test-shop.ts'

/** Throws the parser's error on misuse. */
export async function runTestCommand(
  { settings, store, clock }: TestShop,
  words: readonly string[],
): Promise<CommandOutput> {
  const reports: CommandOutput[] = []
  const ignore = () => {}
  const program = buildProgram(
    {
      settings: () => settings,
      unknownSettings: () => [],
      openStore: async () => store,
      clock,
      report: (output) => void reports.push(output),
    },
    { out: ignore, error: ignore },
  )
  await program.parseAsync(words, { from: 'user' })
  const [output] = reports
  if (output === undefined || reports.length > 1) throw new Error(`${words.join(' ')} reported ${reports.length} times`)
  return output
}
