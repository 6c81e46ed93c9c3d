import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * Run on the machines of the trial. `write URL`: fifty times a second the next number is inserted, and printed once that is
 * acknowledged. `watch ADDRESS`: five times a second the time is printed at which Patroni says that it is primary.
 */
const [, , what = '', place = ''] = process.argv
if (what === 'write') await write(place)
else await watch(place)

async function write(url: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2000,
    query_timeout: 5000,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  for (let number = 1; ; number += 1) {
    void insert(pool, number).then(
      () => console.info(number),
      () => {},
    )
    await pause(20)
  }
}

async function insert(pool: pg.Pool, number: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('insert into numbers (number) values ($1)', [number])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function watch(address: string): Promise<void> {
  for (;;) {
    const isPrimary = await fetch(`http://${address}:8008/primary`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isPrimary) console.info(Date.now())
    await pause(200)
  }
}
