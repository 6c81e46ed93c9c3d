import type { Command } from '@commander-js/extra-typings'
import { shopAddressLines } from '@shop/contract/settings/shop-address'
import type { Json } from '../admin/audit/canonical-json.ts'
import { stripControlCharacters } from '../platform/lib/text.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import type { CommandContext } from './command.ts'

export function addSettingsCommands(program: Command, { openStore, report }: CommandContext): void {
  program
    .command('settings')
    .description('Show what the family has set in the admin.')
    .command('show')
    .description("Show the shop's name, texts, emails, notices and social pages.")
    .action(async () => {
      const settings = await getShopSettings((await openStore()).database)
      const shopAddress = shopAddressLines(settings.shopAddress).replaceAll('\n', ', ')
      report({
        table: Object.entries({ ...settings, shopAddress }).map(([setting, value]) => ({
          setting,
          value: formatValue(value),
        })),
        json: settings,
      })
    })
}

function formatValue(value: Json): string {
  return stripControlCharacters(typeof value === 'string' ? value : JSON.stringify(value))
}
