import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import {
  deleteKey,
  deleteKeysBefore,
  findKey,
  insertKey,
  type StoredKey,
  updateKeyResponse,
} from './admins.repository.ts'

/** Milliseconds that a key and its response are stored. */
const LIFETIME = 24 * 60 * 60_000
/** Milliseconds after which a running change counts as interrupted, since its process ended or lost the database. */
const MAX_CHANGE_MS = 60_000
/** How often a repeated request polls for the first one's response, and at which interval in milliseconds. */
const POLLS = { count: 50, interval: 100 }

const OTHER_REQUEST = 'This key was sent before with another change, so nothing was done.'
const STILL_RUNNING = 'This change is still being made. Please wait a moment.'
const INTERRUPTED =
  'The shop was interrupted while it made this change. Please look whether it was made before you make it again.'

type OnceOptions = { userId: string; key: string; request: unknown }

/**
 * Runs a change at most once per user and key within a day. A repeated request gets the first one's response and waits
 * for it while it is running. After an expected error the key can be used again, since nothing was changed.
 */
export async function runOnce<T>(
  { database, clock }: { database: Database; clock: () => Date },
  { userId, key, request }: OnceOptions,
  work: () => Promise<T>,
): Promise<T> {
  const now = clock()
  const stored: StoredKey = {
    user_id: userId,
    key,
    request_hash: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
    response: null,
    created_at: now.toISOString(),
  }
  await deleteKeysBefore(database, new Date(now.getTime() - LIFETIME))
  if (!(await insertKey(database, stored))) {
    // The stored JSON was made from a T below.
    return JSON.parse(await getFirstResponse(database, stored)) as T
  }
  try {
    const response = await work()
    await updateKeyResponse(database, stored, JSON.stringify(response))
    return response
  } catch (error) {
    if (error instanceof AppError) await deleteKey(database, stored)
    throw error
  }
}

async function getFirstResponse(database: Database, repeated: StoredKey): Promise<string> {
  for (let poll = 0; poll < POLLS.count; poll += 1) {
    const first = await findKey(database, repeated)
    if (first === null) break
    if (first.request_hash !== repeated.request_hash) throw new AppError('conflict', OTHER_REQUEST)
    if (first.response !== null) return first.response
    const age = Date.parse(repeated.created_at) - Date.parse(first.created_at)
    if (age > MAX_CHANGE_MS) throw new AppError('conflict', INTERRUPTED)
    await wait(POLLS.interval)
  }
  throw new AppError('unavailable', STILL_RUNNING, null, 1)
}
