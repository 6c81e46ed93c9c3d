import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { OverloadedError } from '../platform/http/errors/app-error.ts'

/** OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane. Memory in KiB. */
const PRODUCTION_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** A running hash takes 19 MiB; with several seconds of work queued, more is rejected. */
const MAX_CONCURRENT = 2
const MAX_QUEUED = 150

/** Memory in KiB. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Pass `dummyHash` without an account, so both take the same time (R31). */
  verify: (password: string, hash: string) => Promise<boolean>
  dummyHash: string
}

declare module '../platform/context.ts' {
  interface Context {
    passwords: Passwords
  }
}

const argon2Async = promisify(argon2)

export function createPasswords(cost = PRODUCTION_COST): Passwords {
  const queue = pLimit(MAX_CONCURRENT)

  function derive(password: string, nonce: Buffer, parameters: PasswordCost, tagLength: number): Promise<Buffer> {
    if (queue.pendingCount >= MAX_QUEUED) throw new OverloadedError('password hashes')
    // The same letters may arrive in another Unicode form.
    const message = password.normalize('NFC')
    return queue(() => argon2Async('argon2id', { message, nonce, tagLength, ...parameters }))
  }

  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES)
      return toPhc(cost, salt, await derive(password, salt, cost, TAG_BYTES))
    },
    verify: async (password, hash) => {
      const { parameters, salt, tag } = parsePhc(hash)
      return timingSafeEqual(await derive(password, salt, parameters, tag.length), tag)
    },
    dummyHash: toPhc(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES)),
  }
}

function parsePhc(hash: string): { parameters: PasswordCost; salt: Buffer; tag: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (match === null) throw new TypeError('a stored password hash cannot be read')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function toPhc({ memory, passes, parallelism }: PasswordCost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
