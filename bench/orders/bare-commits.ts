import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { postgresDialect } from '../../backend/platform/database/postgres-store.ts'
import { sqliteDialect } from '../../backend/platform/database/sqlite.ts'

/**
 * A bare Node server that stores each request in a transaction, waits, and stores it once more, as placing an order does
 * before and after the gateway: `node bench/orders/bare-commits.ts FILE_OR_URL MILLISECONDS`.
 */
const [place = '', wait = '0'] = process.argv.slice(2)
const dialect = place.startsWith('postgres:') ? postgresDialect(place) : sqliteDialect(place)
const database = new Kysely<unknown>({ dialect })
await sql`create table bare (body text)`.execute(database)
const insert = (body: string) => sql`insert into bare values (${body})`.execute(database)

const server = createServer(async (request, response) => {
  const body = JSON.stringify(JSON.parse(await text(request)))
  await insert(body)
  await pause(Number(wait))
  await insert(body)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.info(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`)
})
