import type { CodeState, CodeTerms } from '@shop/contract/discounts/admin'
import { CODE_STATES, codeTerms } from '@shop/contract/discounts/admin'
import * as z from 'zod/mini'
import { type AuditEntry, type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import { canonicalJson, isObject, type Json } from '../admin/audit/canonical-json.ts'
import { fieldsOfSubject, nameLastEditor, type UndoRule, type UndoScope } from '../admin/audit/undo-change.ts'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { deleteCode, findCode, insertCode, lockCode, type StoredCode, updateCode } from './discounts.repository.ts'
import { termsOf } from './read-discount.ts'

type Code = CodeTerms & { state: CodeState }

const { value: _value, ...shape } = codeTerms.shape
/** A code in the audit log; products are named, so people can read it. */
const loggedCode = z.nullable(
  z.object({
    ...shape,
    percent: z.exactOptional(z.int()),
    amount_cents: z.exactOptional(z.int()),
    state: z.enum(CODE_STATES),
  }),
)

function toLogged({ value, ...code }: Code) {
  return code.kind === 'percent' ? { ...code, percent: value } : { ...code, amount_cents: value }
}

/** `null` for a new code. */
function fromLogged(entry: Json): Code | null {
  const logged = loggedCode.parse(entry)
  if (logged === null) return null
  const { percent, amount_cents, ...code } = logged
  return { ...code, value: percent ?? amount_cents ?? 0 }
}

/** Creates a paused code. Returns the audit id. */
export async function createCode(
  { database, clock, actor }: ChangeContext,
  { code, terms }: { code: string; terms: CodeTerms },
): Promise<number> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    if ((await findCode(trx, code)) !== null) {
      const message = `There is already a code ${code} (it may have ended).`
      throw new AppError('conflict', message, [{ field: 'code', message }])
    }
    const now = clock()
    await insertTerms(trx, code, { terms, state: 'paused', now })
    const after = toLogged({ ...terms, state: 'paused' })
    return writeAudit(trx, {
      at: now,
      actor,
      action: 'discount.entered',
      subject: subjectOf(code),
      before: null,
      after,
    })
  })
}

/** Changes a code's terms or state. `seen`: the version shown. Returns the audit id; `null` without changes. */
export async function changeCode(
  { database, clock, actor }: ChangeContext,
  { code, seen, ...wanted }: { code: string; seen: number | null } & ({ terms: CodeTerms } | { state: CodeState }),
): Promise<number | null> {
  return inTransaction(database, async (trx) => {
    // Pages say whether there is an active code.
    await bumpCatalogVersion(trx)
    const stored = await requireCode(trx, code)
    if (seen !== null && seen !== stored.version) {
      const isMeant = (entry: Parameters<UndoScope['fieldsOf']>[0]) => CODE_SCOPE.fieldsOf(entry).has(code)
      const who = await nameLastEditor(trx, CODE_SCOPE.subjectsOf(subjectOf(code)), isMeant)
      throw new AppError('conflict', `${who} has changed this code since you opened it. Please look at it again.`)
    }
    const before = codeOf(stored)
    if (stored.state === 'ended')
      throw new AppError('conflict', `The code ${code} has ended. Please enter another one.`)
    const after = 'terms' in wanted ? { ...wanted.terms, state: stored.state } : { ...before, state: wanted.state }
    if (canonicalJson(before) === canonicalJson(after)) return null
    requireRoom(stored, after)
    await updateCode(trx, code, columnsOf(after))
    const action = 'terms' in wanted ? 'discount.changed' : STATE_ACTIONS[wanted.state]
    const change = { before: toLogged(before), after: toLogged(after) }
    return writeAudit(trx, { at: clock(), actor, action, subject: subjectOf(code), ...change })
  })
}

const STATE_ACTIONS = {
  on: 'discount.turned_on',
  paused: 'discount.paused',
  ended: 'discount.ended',
} as const satisfies Record<CodeState, string>

/** Locks a code; throws for an unknown one. */
async function requireCode(trx: Trx, code: string): Promise<StoredCode> {
  const stored = await lockCode(trx, code)
  if (stored === null) throw new AppError('not_found', `There is no code ${code}.`)
  return stored
}

/** Uses can't be limited below those made. */
function requireRoom({ code, uses }: StoredCode, { max_uses }: CodeTerms): void {
  if (max_uses === null || max_uses >= uses) return
  const message = `The code ${code} was used ${uses} times already, so it can’t be limited to fewer orders.`
  throw new AppError('conflict', message, [{ field: 'terms.max_uses', message }])
}

/** Renaming a line changes its codes, too. */
const CODE_SCOPE: UndoScope = {
  subjectsOf: (subject) => [subject, { kind: 'catalog', id: 'lines' }],
  fieldsOf: (entry) => {
    const { subject, after } = entry
    if (subject.kind !== 'catalog') return fieldsOfSubject(entry)
    const codes = isObject(after) ? after.codes : undefined
    return new Map(codes && isObject(codes) ? Object.keys(codes).map((code) => [code, ['lines']]) : [])
  },
}

/** Restores a code; a new one is deleted unless an order has used it. */
export const undoDiscount: UndoRule = {
  lock: async (trx, { subject }) => {
    await bumpCatalogVersion(trx)
    await lockCode(trx, subject.id)
  },
  readPresent: (database, { subject }) => readLogged(database, subject.id),
  writeBefore: async (trx, { subject: { id: code }, before }) => {
    const [earlier, stored] = [fromLogged(before), await requireCode(trx, code)]
    if (earlier === null) {
      if (stored.uses > 0) {
        throw new AppError('conflict', `The code ${code} was used by an order, so it can’t be deleted. End it instead.`)
      }
      return deleteCode(trx, code)
    }
    requireRoom(stored, earlier)
    await updateCode(trx, code, columnsOf(earlier))
  },
  scope: CODE_SCOPE,
}

async function readLogged(database: Database, code: string): Promise<Json> {
  const stored = await findCode(database, code)
  return stored === null ? null : toLogged(codeOf(stored))
}

function codeOf(stored: StoredCode): Code {
  return { ...termsOf(stored), state: stored.state }
}

function subjectOf(code: string) {
  return { kind: 'discount', id: code }
}

async function insertTerms(
  trx: Trx,
  code: string,
  { terms, state, now }: { terms: CodeTerms; state: CodeState; now: Date },
): Promise<void> {
  const row = { code, uses: 0, version: 0, created_at: now.toISOString() }
  await insertCode(trx, { ...row, ...columnsOf({ ...terms, state }) })
}

function columnsOf({ lines, product_ids, once_each, ...columns }: CodeTerms & { state: CodeState }) {
  return {
    ...columns,
    lines: JSON.stringify(lines),
    product_ids: JSON.stringify(product_ids),
    once_each: Number(once_each),
  }
}

export function productsOfEntry({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] {
  return [before, after].filter(isObject).flatMap(({ product_ids = null }) => {
    return Array.isArray(product_ids) ? product_ids.filter((id) => typeof id === 'string') : []
  })
}
