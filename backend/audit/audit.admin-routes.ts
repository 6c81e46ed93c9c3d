import { type AuditEntry, listAuditEndpoint, undoChangeEndpoint } from '@shop/contract/admin/audit'
import type { AdminRole } from '@shop/contract/admin/session'
import type { FastifyInstance } from 'fastify'
import { adminRoute, EVERYONE } from '../admin/admin-route.ts'
import { listAdmins } from '../admin/admins.repository.ts'
import { PAGE_SIZE } from '../admin/list-cursor.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { type AuditFilter, type ListedAuditEntry, listAudit } from './audit.repository.ts'
import { listEntryNames } from './entry-names.repository.ts'
import { shortenChange } from './shorten-change.ts'
import { findUndoRule, mayUndo, type UndoRules, undoChange } from './undo-change.ts'

declare module '../context.ts' {
  interface Context {
    undoRules: UndoRules
  }
}

/** What helpers neither see nor change: the settings of the shop, and who may use the admin. */
const OWNER_SUBJECTS = ['settings', 'delivery', 'tax', 'admin', 'backup'] as const

/** What owners and helpers see of the audit log, and how they take changes back. */
export function auditAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, undoRules } = context

  adminRoute(app, context, listAuditEndpoint, EVERYONE, async ({ query }, { admin }) => {
    const found = await listAudit(database, { ...query, ...hiddenFrom(admin.role) }, PAGE_SIZE + 1)
    const shown = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined
    const short = shown.map(shorten)
    const names = await listEntryNames(database, short)
    return {
      entries: short.map(
        (entry, index): AuditEntry => ({
          ...entry,
          names: names[index] ?? {},
          can_undo: canUndo(entry, undoRules, admin.role),
        }),
      ),
      next: last?.id ?? null,
      people: await listPeople(database),
    }
  })

  adminRoute(app, context, undoChangeEndpoint, EVERYONE, async ({ body }, { admin }) => {
    const { id } = await undoChange(
      { ...context, actor: admin.email, rules: undoRules, isOwner: admin.role === 'owner' },
      body.id,
    )
    // Shoppers see products, delivery, tax and settings as they are again.
    await context.catalogVersion.refresh()
    return { audit_id: id }
  })
}

/** Entries about people that are looked through for those who were removed. */
const MAX_PEOPLE_ENTRIES = 500

/** Who may have made changes: owners and helpers, and those who were removed. */
async function listPeople(database: Database): Promise<string[]> {
  const entries = await listAudit(database, { subject: { kind: 'admin' } }, MAX_PEOPLE_ENTRIES)
  const removed = entries.filter(({ action }) => action === 'admin.removed').map(({ subject }) => subject.id)
  return [...new Set([...(await listAdmins(database)).map(({ email }) => email), ...removed])]
}

function shorten({ tooLong, ...entry }: ListedAuditEntry) {
  return { ...entry, ...(tooLong ? { left_out: null } : shortenChange(entry)) }
}

function canUndo({ action }: Pick<ListedAuditEntry, 'action'>, rules: UndoRules, role: AdminRole): boolean {
  const rule = findUndoRule(rules, action)
  return rule !== undefined && mayUndo(rule, role === 'owner')
}

function hiddenFrom(role: AdminRole): Pick<AuditFilter, 'withoutSubjects'> {
  return role === 'owner' ? {} : { withoutSubjects: OWNER_SUBJECTS }
}
