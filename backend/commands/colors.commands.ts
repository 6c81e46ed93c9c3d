import type { Command } from '@commander-js/extra-typings'
import { orderColors, readColors, removeColor, saveColor } from '../catalog/change-colors.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { said } from './lines.commands.ts'

/** `colors list`, `add`, `set`, `order` and `remove`. */
export function addColorsCommands(program: Command, context: CommandContext): void {
  const { report } = context
  const colors = program.command('colors').description('Show and change the colors of products.')
  colors
    .command('list')
    .description('List the colors in the order in which they are offered.')
    .action(async () => report(await listOutput(context)))
  colors
    .command('add')
    .description('Add a color.')
    .argument('<name>', 'its name')
    .option('--value <value>', 'of its dot, such as #46607e; without it the dot that its name means')
    .action(async (name, { value = null }) =>
      report(
        await said(context, (by) =>
          saveColor(by, { was: null, color: { color: name, value }, inNames: false, seen: null }),
        ),
      ),
    )
  colors
    .command('set')
    .description('Change a color. A new name is that of its products and of the quiz, too.')
    .argument('<color>', 'its name, as "colors list" shows it')
    .option('--name <name>', 'another name')
    .option('--in-names', 'with another name: also where it stands in the names of its products')
    .option('--value <value>', 'of its dot, such as #46607e; empty for the dot that its name means')
    .action(async (was, { name, inNames, value }) =>
      report(
        await said(context, async (by) => {
          const present = (await readColors(by.database)).colors.find(({ color }) => color === was)
          const color = { color: name ?? was, value: value ?? present?.value ?? null }
          return saveColor(by, { was, color, inNames: inNames === true, seen: null })
        }),
      ),
    )
  colors
    .command('order')
    .description('Put the colors in another order.')
    .argument('<colors...>', 'every color once, as "colors list" shows them')
    .action(async (names) => report(await said(context, (by) => orderColors(by, { names, seen: null }))))
  colors
    .command('remove')
    .description('Remove a color.')
    .argument('<color>', 'its name, as "colors list" shows it')
    .option('--to <color>', 'the color that its products get')
    .action(async (name, { to = null }) =>
      report(await said(context, (by) => removeColor(by, { name, to, seen: null }))),
    )
}

async function listOutput({ openStore }: CommandContext): Promise<CommandOutput> {
  const { colors } = await readColors((await openStore()).database)
  return {
    table: colors.map(({ color, value, products }) => ({ color, products, value: value ?? 'by its name' })),
    json: colors,
  }
}
