import type { DeliveryOption } from '@shop/contract/delivery'
import { canonicalJson } from '../admin/audit/json.ts'
import { nameLastEditor } from '../admin/audit/last-editor.ts'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { type ChangeContext, writeAudit } from '../admin/audit/write-audit.ts'
import { bumpCatalogVersion } from '../database/catalog-version/catalog-version.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import { listDeliveryOptions, replaceDeliveryOptionRows } from './checkout.repository.ts'
import { parseStoredDeliveryOptions } from './checkout-files.ts'

const SUBJECT = { kind: 'delivery', id: 'options' } as const

/**
 * Replaces the delivery options; the checkout shows them within a second. Throws when the current options are not
 * `seen`, those that the caller was shown. Returns the audit entry's id, or `null` when nothing differs.
 */
export async function replaceDeliveryOptions(
  { database, clock, actor }: ChangeContext,
  options: readonly DeliveryOption[],
  seen: readonly DeliveryOption[],
): Promise<number | null> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const before = await listDeliveryOptions(trx)
    if (canonicalJson(before) !== canonicalJson(seen)) {
      const who = await nameLastEditor(trx, [SUBJECT])
      throw new AppError('conflict', `${who} has changed the delivery options meanwhile. Please look at them again.`)
    }
    if (canonicalJson(before) === canonicalJson(options)) return null
    await replaceDeliveryOptionRows(trx, options)
    const action = 'delivery_options.replaced'
    return writeAudit(trx, { at: clock(), actor, action, subject: SUBJECT, before, after: options })
  })
}

/** Undo: restores the earlier options. */
export const undoDeliveryOptions: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: listDeliveryOptions,
  writeBefore: (trx, { before }) => replaceDeliveryOptionRows(trx, parseStoredDeliveryOptions(before)),
}
