import { type Command, Option } from '@commander-js/extra-typings'
import { RIGHT_NAMES, toRights } from '@shop/contract/access/helper-rights'
import { ADMIN_ROLES, type AdminRole } from '@shop/contract/access/session'
import { isLoopbackUrl } from '@shop/contract/http/loopback'
import { forgetAdminSecret } from '../admin/access/admin-secret.ts'
import { rightsOf } from '../admin/access/admin-sessions.ts'
import { findAdminByEmail, listAdmins } from '../admin/access/admins.repository.ts'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import { type Invite, inviteAdmin, LOCAL_LINK } from '../admin/owners/invites.ts'
import { printReset } from '../admin/owners/resets.ts'
import { type Database, findRunningShop } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { stripControlCharacters } from '../platform/lib/text.ts'
import { adminUrlOf, publicUrlOf } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { type CommandContext, type CommandOutput, changeContext } from './command.ts'

/** `owner invite`, `owner reset`, `owner list` and `owner forget-secret`. */
export function addOwnerCommands(program: Command, context: CommandContext): void {
  const { openStore, settings, report } = context
  const owner = program.command('owner').description('Manage who can use the admin: owners and helpers.')
  owner
    .command('invite')
    .description('Print a link that makes someone an owner or a helper. It works once, for 15 minutes.')
    .addOption(
      new Option('--role <role>', 'a helper cannot see settings, refund or invite')
        .choices(ADMIN_ROLES)
        .default('owner' satisfies AdminRole),
    )
    .addOption(
      new Option('--rights <rights...>', 'what a helper can use (default: orders, products and inquiries)').choices(
        RIGHT_NAMES,
      ),
    )
    .action(async ({ role, rights }) => {
      const change = await changeContext(context)
      const shop = await getShopSettings(change.database)
      const inUse = findRunningShop(settings())?.address ?? publicUrlOf(settings(), shop)
      report(
        inviteOutput(
          await inviteAdmin(change, { role, ...(rights === undefined ? {} : { rights: toRights(rights) }) }),
          adminUrlOf(settings(), shop, inUse),
        ),
      )
    })
  owner
    .command('reset')
    .description('Print a link that lets an owner or a helper set a new password. It works once, for 15 minutes.')
    .argument('<email>', 'email address, in any letter case')
    .option('--second-factor', 'for a lost phone: also remove the app, its recovery codes and the passkeys')
    .action(async (email, { secondFactor = false }) => {
      const change = await changeContext(context)
      const shop = await getShopSettings(change.database)
      const inUse = findRunningShop(settings())?.address ?? publicUrlOf(settings(), shop)
      report(await resetOutput(change, { email, secondFactor, url: adminUrlOf(settings(), shop, inUse) }))
    })
  owner
    .command('list')
    .description('List owners and helpers.')
    .action(async () => report(await listOutput((await openStore()).database)))
  owner
    .command('forget-secret')
    .description(
      'Allow a new ADMIN_SECRET at the next start. This ends all sessions and authenticator apps of the admin.',
    )
    .option('--yes', 'confirm; stop every node of the shop first')
    .action(async ({ yes = false }) => report(await forgetSecretOutput((await openStore()).database, yes)))
}

async function forgetSecretOutput(database: Database, yes: boolean): Promise<CommandOutput> {
  if (!yes) {
    const line =
      'Stop every node of the shop, and run this again with --yes. This ends all sessions and authenticator apps of the admin.'
    return { lines: [line], json: null, failed: true }
  }
  const forgotten = await forgetAdminSecret(database)
  const line = forgotten ? 'Set the same new ADMIN_SECRET on every node, and start them.' : 'No secret was stored.'
  return { lines: [line], json: { forgotten } }
}

function inviteOutput({ role, path, expiresAt }: Invite, publicUrl: string): CommandOutput {
  const url = `${publicUrl}${path}`
  return {
    lines: [
      `The first person to open this link within 15 minutes becomes ${role === 'owner' ? 'an owner' : 'a helper'}:`,
      url,
      ...(isLoopbackUrl(url) ? [LOCAL_LINK] : []),
    ],
    json: { role, url, expires_at: expiresAt.toISOString() },
  }
}

async function listOutput(database: Database): Promise<CommandOutput> {
  const admins = await listAdmins(database)
  return {
    table: admins.map(({ name, email, role, rights, created_at }) => ({
      name: stripControlCharacters(name),
      email: stripControlCharacters(email),
      role,
      rights: role === 'owner' ? 'all' : rightsOf({ role, rights }).join(' '),
      since: localDay(new Date(created_at)),
    })),
    lines: admins.length === 0 ? ['No one uses the admin yet. "owner invite" prints a link.'] : [],
    json: admins.map(({ rights, ...admin }) => {
      const { id, name, email, role, created_at } = admin
      return { id, name, email, role, rights: rightsOf({ role, rights }), created_at }
    }),
  }
}

async function resetOutput(
  context: ChangeContext,
  { email, secondFactor, url }: { email: string; secondFactor: boolean; url: string },
): Promise<CommandOutput> {
  const admin = await findAdminByEmail(context.database, email)
  if (admin === null) return unknownAdmin(email)
  const link = `${url}${await printReset(context, admin, { withSecondFactor: secondFactor })}`
  return {
    lines: [
      `Open this link within 15 minutes to set a new password for ${stripControlCharacters(admin.name)}${
        secondFactor ? ', and another second factor after the next sign-in' : '; the second factor stays as it is'
      }:`,
      link,
    ],
    json: { email: admin.email, url: link },
  }
}

function unknownAdmin(email: string): CommandOutput {
  return {
    lines: [`No one with the address ${stripControlCharacters(email)} uses the admin.`],
    json: null,
    failed: true,
  }
}
