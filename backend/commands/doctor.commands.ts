import type { Command } from '@commander-js/extra-typings'
import { stripControlCharacters } from '../control-characters.ts'
import { checkApi } from '../doctor/check-api.ts'
import { findProblems } from '../doctor/find-problems.ts'
import type { Finding } from '../doctor/finding.ts'
import type { CommandContext } from './command.ts'

/** `doctor`. */
export function addDoctorCommands(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description(
      'Look for what is wrong with the shop, and say how to mend it. Ends with 1 when something is an error.',
    )
    .action(async () => {
      const problems = await findProblemsOf(context)
      const findings = [...problems, ...context.unknownSettings().map(unknownSetting)]
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

async function findProblemsOf(context: CommandContext): Promise<Finding[]> {
  const settings = context.settings()
  if (settings.apiUrl !== null) return checkApi(settings.apiUrl)
  const { database } = await context.openStore()
  return findProblems({ ...context, settings, database }, { thorough: true })
}

function unknownSetting(text: string): Finding {
  const remedy = 'Correct or remove its line and start the shop again; docs/settings.md lists all settings.'
  return { code: 'setting_unknown', severity: 'warning', text, remedy }
}
