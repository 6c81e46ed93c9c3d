import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter'
import { hashToken } from '../accounts/passwords/hash-token.ts'

/**
 * An adapter of the sign-in library that stores the tokens of sessions as hashes, so that a copy of the database opens
 * nothing. The library gets back the token that it asked with, and none where it asked with another field.
 */
export function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return { ...withHashes(adapter), transaction: (work) => adapter.transaction((trx) => work(withHashes(trx))) }
}

function withHashes<A extends DBTransactionAdapter>(adapter: A): A {
  return {
    ...adapter,
    create: async (query) => withToken(await adapter.create(hashData(query)), tokenOf(query)),
    findOne: async (query) => withToken(await adapter.findOne(hashWhere(query)), tokenIn(query)),
    findMany: (query) => adapter.findMany(hashWhere(query)),
    count: (query) => adapter.count(hashWhere(query)),
    update: async (query) => withToken(await adapter.update(hashWhere(query)), tokenIn(query)),
    updateMany: (query) => adapter.updateMany(hashWhere(query)),
    delete: (query) => adapter.delete(hashWhere(query)),
    deleteMany: (query) => adapter.deleteMany(hashWhere(query)),
    consumeOne: async (query) => withToken(await adapter.consumeOne(hashWhere(query)), tokenIn(query)),
    incrementOne: async (query) => withToken(await adapter.incrementOne(hashWhere(query)), tokenIn(query)),
  }
}

type Query = { model: string; where?: Where[] | undefined }

function hashWhere<Q extends Query>(query: Q): Q {
  if (query.model !== 'session' || query.where === undefined) return query
  const where = query.where.map((condition) =>
    condition.field === 'token' ? { ...condition, value: hashValue(condition.value) } : condition,
  )
  return { ...query, where }
}

function hashValue(value: Where['value']): Where['value'] {
  if (Array.isArray(value)) return value.map((one) => hashToken(String(one)))
  return hashToken(String(value))
}

function hashData<Q extends { model: string; data: object }>(query: Q): Q {
  const token = tokenOf(query)
  return token === null ? query : { ...query, data: { ...query.data, token: hashToken(token) } }
}

/** The token of a session that is created; `null` for other models. */
function tokenOf({ model, data }: { model: string; data: object }): string | null {
  return model === 'session' && 'token' in data ? String(data.token) : null
}

/** The token that a session is looked up with; `null` without one. */
function tokenIn({ model, where = [] }: Query): string | null {
  const value = model === 'session' ? where.find(({ field }) => field === 'token')?.value : undefined
  return typeof value === 'string' ? value : null
}

/** The row with the token as the browser has it. */
function withToken<R>(row: R, token: string | null): R {
  return typeof row === 'object' && row !== null && token !== null ? Object.assign(row, { token }) : row
}
