import { Argument, type Command, Option } from '@commander-js/extra-typings'
import { type HelperRight, nameRights, RIGHT_NAMES, toRights } from '@shop/contract/admin/helper-rights'
import { ADMIN_ROLES, type AdminRole } from '@shop/contract/admin/session'
import { isLoopbackUrl } from '@shop/contract/loopback'
import { forgetAdminSecret } from '../admin/admin-secret.ts'
import { rightsOf } from '../admin/admin-sessions.ts'
import { findAdminByEmail, hasOwner, listAdmins, readActorNames } from '../admin/admins.repository.ts'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import { changeRights } from '../admin/owners/helper-rights.ts'
import { type Invite, inviteAdmin, LOCAL_LINK, listInvites, withdrawInvite } from '../admin/owners/invites.ts'
import { removeOwner } from '../admin/owners/owners.admin-routes.ts'
import { printReset } from '../admin/owners/resets.ts'
import { type Database, findRunningShop } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import { localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { adminUrlOf, publicUrlOf } from '../settings/settings.ts'
import { getShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { type CommandContext, type CommandOutput, changeContext } from './command.ts'

/** `owner invite`, `invitations`, `withdraw`, `reset`, `list`, `rights`, `remove` and `forget-secret`. */
export function addOwnerCommands(program: Command, context: CommandContext): void {
  const { openStore, settings, report } = context
  const owner = program.command('owner').description('Say who may use the admin: owners and helpers.')
  owner
    .command('invite')
    .description('Make a link with which somebody becomes an owner or a helper, once and within 15 minutes.')
    .addOption(
      new Option('--role <role>', 'helpers can’t see settings, refund or invite people')
        .choices(ADMIN_ROLES)
        .default('owner' satisfies AdminRole),
    )
    .addOption(
      new Option('--rights <rights...>', 'what a helper may do, if not orders, products and inquiries').choices(
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
    .command('invitations')
    .description('List the invitations that nobody has used yet.')
    .action(async () => report(await invitationsOutput(await changeContext(context))))
  owner
    .command('withdraw')
    .description('End an invitation before its time: its link opens nothing any more.')
    .argument('<id>', 'as "owner invitations" lists it')
    .action(async (id) => report(await withdrawOutput(await changeContext(context), id)))
  owner
    .command('reset')
    .description('Make a link with which an owner or a helper sets a new password, once and within 15 minutes.')
    .argument('<email>', 'email address, in any letter case')
    .option('--second-factor', 'for a lost phone: remove the app, its recovery codes and the passkeys as well')
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
    .command('rights')
    .description('Say what a helper may do, from their next click on.')
    .argument('<email>', 'email address, in any letter case')
    .addArgument(new Argument('<rights...>', 'all that they may do').choices([...RIGHT_NAMES, 'none']))
    .action(async (email, rights) => report(await rightsOutput(await changeContext(context), email, toRights(rights))))
  owner
    .command('remove')
    .description('Take somebody off the admin. Their sessions end at once; what they did stays in the log of changes.')
    .argument('<email>', 'email address, in any letter case')
    .option('--yes', 'also the last owner, after whom nobody owns the admin')
    .action(async (email, { yes = false }) => report(await removeAdmin(await changeContext(context), email, yes)))
  owner
    .command('forget-secret')
    .description('Let the next start bring another ADMIN_SECRET, which ends all sessions and code apps of the admin.')
    .option('--yes', 'do it; stop every node of the shop first')
    .action(async ({ yes = false }) => report(await forgetSecretOutput((await openStore()).database, yes)))
}

async function forgetSecretOutput(database: Database, yes: boolean): Promise<CommandOutput> {
  if (!yes) {
    const line =
      'Stop every node of the shop, and run this again with --yes. Sessions and code apps of the admin then end.'
    return { lines: [line], json: null, failed: true }
  }
  const forgotten = await forgetAdminSecret(database)
  const line = forgotten ? 'Set the same new ADMIN_SECRET on every node, and start them.' : 'No secret was known.'
  return { lines: [line], json: { forgotten } }
}

function inviteOutput({ role, path, expiresAt }: Invite, publicUrl: string): CommandOutput {
  const url = `${publicUrl}${path}`
  return {
    lines: [
      `Whoever opens this link first, within 15 minutes, becomes ${role === 'owner' ? 'an owner' : 'a helper'}:`,
      url,
      ...(isLoopbackUrl(url) ? [LOCAL_LINK] : []),
    ],
    json: { role, url, expires_at: expiresAt.toISOString() },
  }
}

async function invitationsOutput({ database, clock }: ChangeContext): Promise<CommandOutput> {
  const nameOf = await readActorNames(database)
  const invites = await listInvites(database, clock())
  const rows = invites.map(({ id, role, created_by, created_at, expires_at }) => {
    const invitedBy = created_by === null ? null : stripControlCharacters(nameOf(created_by))
    return { id, role, invited_by: invitedBy, invited_at: created_at, expires_at }
  })
  return {
    table: rows.map((row) => ({ ...row, invited_by: row.invited_by ?? '', invited_at: row.invited_at ?? '' })),
    lines: rows.length === 0 ? ['No invitation is open.'] : [],
    json: rows,
  }
}

async function withdrawOutput(context: ChangeContext, id: string): Promise<CommandOutput> {
  try {
    const { role } = await withdrawInvite(context, id)
    const noun = role === 'owner' ? 'an owner' : 'a helper'
    return { lines: [`The invitation of ${noun} is cancelled.`], json: { withdrawn: id } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { lines: [error.message], json: null, failed: true }
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
    lines: admins.length === 0 ? ['Nobody uses the admin yet: "owner invite" makes a link.'] : [],
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
      `Whoever opens this link within 15 minutes sets a new password for ${stripControlCharacters(admin.name)}${
        secondFactor ? ', and another second factor after the next sign-in' : '; the second factor stays as it is'
      }:`,
      link,
    ],
    json: { email: admin.email, url: link },
  }
}

async function rightsOutput(
  context: ChangeContext,
  email: string,
  rights: readonly HelperRight[],
): Promise<CommandOutput> {
  const admin = await findAdminByEmail(context.database, email)
  if (admin === null) return unknownAdmin(email)
  try {
    const auditId = await changeRights(context, { id: admin.id, rights, seen: null })
    return {
      lines: [`${stripControlCharacters(admin.name)} may use: ${nameRights(rights)}.`],
      json: { email: admin.email, rights, audit_id: auditId },
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { lines: [error.message], json: null, failed: true }
  }
}

function unknownAdmin(email: string): CommandOutput {
  return {
    lines: [`Nobody with the address ${stripControlCharacters(email)} uses the admin.`],
    json: null,
    failed: true,
  }
}

function refuseLastOwner(name: string): CommandOutput {
  return {
    lines: [
      `${stripControlCharacters(name)} is the last owner: without them nobody could change settings, refund or invite people.`,
      'Nothing is changed. Invite another owner first ("owner invite"), or run it again with --yes.',
    ],
    json: null,
    failed: true,
  }
}

async function removeAdmin(context: ChangeContext, email: string, isConfirmed: boolean): Promise<CommandOutput> {
  const { database } = context
  const admin = await findAdminByEmail(database, email)
  if (admin === null) return unknownAdmin(email)
  const hasOtherOwner = (await listAdmins(database)).some(({ id, role }) => role === 'owner' && id !== admin.id)
  if (admin.role === 'owner' && !hasOtherOwner && !isConfirmed) return refuseLastOwner(admin.name)
  await removeOwner(context, admin.id)
  const isUnowned = !(await hasOwner(database))
  return {
    lines: [
      `${stripControlCharacters(admin.name)} can no longer sign in to the admin.`,
      ...(isUnowned ? ['Nobody owns the admin now: "owner invite" makes a link for the next owner.'] : []),
    ],
    json: { removed: admin.email, has_owner: !isUnowned },
  }
}
