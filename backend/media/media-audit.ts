import type { NewAuditEntry } from '../admin/audit/audit.repository.ts'
import type { Json } from '../admin/audit/json.ts'
import type { Trx } from '../database/database.ts'
import { listMediaNamed } from './media.repository.ts'
import type { Media } from './media.ts'

/** What the audit log stores of a picture or video; its content is in the database as long as that can be undone. */
export function mediaState({ name: _, ...facts }: Media): Json {
  return facts
}

/** The audit log's name for a picture or video. */
export function mediaSubject(name: string): NewAuditEntry['subject'] {
  return { kind: 'picture', id: name }
}

type Written = Pick<NewAuditEntry, 'at' | 'actor'>

/**
 * The entries for pictures and videos that `write` adds or replaces under these names; files that the shop has already
 * are left out. Bump the catalog's version first.
 */
export async function auditMedia(
  trx: Trx,
  names: readonly string[],
  written: Written,
  write: () => Promise<void>,
): Promise<NewAuditEntry[]> {
  const before = await byName(trx, names)
  await write()
  return [...(await byName(trx, names)).values()].flatMap((media) => {
    const old = before.get(media.name)
    if (old?.sha256 === media.sha256) return []
    const action = old === undefined ? 'picture.added' : 'picture.replaced'
    const states = { before: old === undefined ? null : mediaState(old), after: mediaState(media) }
    return { ...written, action, subject: mediaSubject(media.name), ...states }
  })
}

async function byName(trx: Trx, names: readonly string[]): Promise<Map<string, Media>> {
  return new Map((await listMediaNamed(trx, names)).map((media) => [media.name, media]))
}
