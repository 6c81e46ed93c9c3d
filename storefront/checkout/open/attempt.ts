import { asRecord, asText } from '@shop/contract/http/coercion'
import { ownerOf } from '../../accounts/personal-data.ts'
import {
  ATTEMPT_KEY,
  parseJson,
  readStored,
  readTabStored,
  removeStored,
  writeStored,
  writeTabStored,
} from '../../data/storage.ts'

/**
 * A press of Pay Now whose answer is not final. It is in local storage, so a second tab and a reload go on with the
 * same key and cannot order twice; nothing of the order or the shopper is in it.
 */
export type Attempt = {
  key: string
  /** Whose it is: another visitor of this browser does not continue it, but a guest who signs in does. */
  owner: string
  /** Whether its answer is still to be asked for. Otherwise the shop surely has no order of this key, and the next press sends it. */
  isOpen: boolean
  /** The order's number, `null` until the shop has told it. */
  number: string | null
}

/** For browsers that deny the storage. */
let unstored: Attempt | null = null

/** The visitor's attempt; `null` without one. */
export function currentAttempt(owner: string): Attempt | null {
  const row = asRecord(parseJson(readStored(ATTEMPT_KEY)))
  const key = asText(row?.key)
  const stored =
    key === null
      ? unstored
      : { key, owner: asText(row?.owner) ?? '', isOpen: row?.isOpen === true, number: asText(row?.number) }
  return stored !== null && (stored.owner === owner || isFollowedHere(stored)) ? stored : null
}

/** Whether a guest of this tab waits for the answer: if they sign in in the meantime, another key would be another order. */
function isFollowedHere(attempt: Attempt): boolean {
  const isOfTab = attempt === unstored || readTabStored(ATTEMPT_KEY) === attempt.key
  return attempt.owner === ownerOf({ user: null }) && attempt.isOpen && isOfTab
}

/** The attempt of a press: the one whose answer is not final, else one with a new key. */
export function beginAttempt(owner: string): Attempt {
  const { key, number } = currentAttempt(owner) ?? { key: newKey(), number: null }
  return saveAttempt({ key, owner, isOpen: true, number })
}

export function saveAttempt(attempt: Attempt): Attempt {
  writeTabStored(ATTEMPT_KEY, attempt.key)
  unstored = writeStored(ATTEMPT_KEY, JSON.stringify(attempt)) ? null : attempt
  return attempt
}

/** Notes the number to refer to, unless another tab has ended the attempt in the meantime. */
export function noteNumber(attempt: Attempt, number: string): void {
  if (currentAttempt(attempt.owner)?.key === attempt.key) saveAttempt({ ...attempt, number })
}

/** The answer is final: the next press has a new key. */
export function endAttempt(): void {
  unstored = null
  removeStored(ATTEMPT_KEY)
}

/** `crypto.randomUUID` is missing on pages without https. */
export function newKey(): string {
  const [...bytes] = crypto.getRandomValues(new Uint8Array(16))
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
