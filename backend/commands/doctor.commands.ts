import type { Command } from '@commander-js/extra-typings'
import { stripControlCharacters } from '../control-characters.ts'
import { findProblems } from '../doctor/find-problems.ts'
import type { Finding } from '../doctor/finding.ts'
import { type MisspeltSetting, misspeltSentence } from '../misspelt-settings.ts'
import type { CommandContext } from './command.ts'

/** `doctor`. */
export function addDoctorCommands(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description(
      'Look for what is wrong with the shop, and say how to mend it. Ends with 1 when something is an error.',
    )
    .action(async () => {
      const { database } = await context.openStore()
      const problems = await findProblems({ ...context, settings: context.settings(), database }, { thorough: true })
      const findings = [...problems, ...context.misspeltSettings().map(misspeltName)]
      context.report({
        lines:
          findings.length === 0
            ? ['All is well.']
            : findings.flatMap(({ severity, text, remedy }) => [
                `${severity === 'error' ? 'Error' : 'Warning'}: ${stripControlCharacters(text)}`,
                `  ${remedy}`,
              ]),
        json: { findings },
        failed: findings.some(({ severity }) => severity === 'error'),
      })
    })
}

function misspeltName(misspelt: MisspeltSetting): Finding {
  const remedy = 'Correct or remove its line and start the shop again; docs/settings.md lists all settings.'
  return { code: 'setting_misspelt', severity: 'warning', text: misspeltSentence(misspelt), remedy }
}
