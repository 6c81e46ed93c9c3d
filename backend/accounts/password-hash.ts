import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { MESSAGES } from '../plugins/errors.ts'
import { Refusal } from '../refusal.ts'

/** OWASP's advice for Argon2id: 19 MiB, two passes, one lane. Memory in KiB. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Each running hash holds its 19 MiB, so few run at once; a queue longer than a few seconds is sent away. */
const AT_ONCE = 2
const LONGEST_QUEUE = 150

type Parameters = typeof PARAMETERS
const argon2Async = promisify(argon2)
const inLine = pLimit(AT_ONCE)

/** The password's Argon2id hash in PHC form, which names its own parameters and salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return phc(PARAMETERS, salt, await derive(password, salt, PARAMETERS, TAG_BYTES))
}

/** Whether a password belongs to a hash. Give `NOBODYS_HASH` where there is no account: it takes as long. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (match === null) throw new TypeError('a stored password hash cannot be read')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  const expected = Buffer.from(tag, 'base64')
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await derive(password, Buffer.from(salt, 'base64'), parameters, expected.length)
  return timingSafeEqual(actual, expected)
}

/** No password leads to it (R31). */
export const NOBODYS_HASH = phc(PARAMETERS, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

function derive(password: string, nonce: Buffer, parameters: Parameters, tagLength: number): Promise<Buffer> {
  if (inLine.pendingCount >= LONGEST_QUEUE) throw new Refusal('unavailable', MESSAGES.unavailable)
  // The same letters typed on another system may come in another form of Unicode.
  const message = password.normalize('NFC')
  return inLine(() => argon2Async('argon2id', { message, nonce, tagLength, ...parameters }))
}

function phc({ memory, passes, parallelism }: Parameters, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
