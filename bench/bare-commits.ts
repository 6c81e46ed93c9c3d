import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * A bare Node server that stores each request in a transaction, waits, and stores it once more, as placing an order does
 * before and after the gateway: `node bench/bare-commits.ts FILE_OR_URL MILLISECONDS`.
 */
const [database = '', wait = '0'] = process.argv.slice(2)
const insert = await openDatabase()

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

/** Durable as the shop's database is. */
async function openDatabase(): Promise<(body: string) => Promise<unknown>> {
  if (!database.startsWith('postgres:')) {
    const file = new DatabaseSync(database)
    file.exec('pragma journal_mode = wal; pragma synchronous = full; create table bare (body text)')
    const statement = file.prepare('insert into bare values (?)')
    return async (body) => statement.run(body)
  }
  const pool = new pg.Pool({ connectionString: database })
  await pool.query('create table bare (body text)')
  return (body) => pool.query('insert into bare values ($1)', [body])
}
