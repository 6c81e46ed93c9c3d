import { cp, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '../../backend/database/database.ts'
import { startShop } from '../harness/shop-server.ts'
import { shopTemplate } from '../harness/shop-template.ts'
import type { FaultResult } from './fault-result.ts'

/** A SQLite file with a damaged page, so many times: the start rejects it in a sentence. */
export async function corruptFiles(rounds: number): Promise<FaultResult[]> {
  const seen = { rejected: 0, served: 0, other: new Set<string>() }
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'shop-corrupt-'))
    await cp(await shopTemplate(), dataDir, { recursive: true })
    await damage(sqliteFile(dataDir))
    try {
      const shop = await startShop({}, { dataDir })
      const { status } = await fetch(`${shop.address}/shop`)
      if (status === 200) seen.served += 1
      else seen.other.add(`page ${status}`)
      await shop.stop()
    } catch (error) {
      const message = String(error)
      if (/is damaged|is no database/.test(message)) seen.rejected += 1
      else seen.other.add(message)
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  return [
    {
      fault: `SQLite file with a damaged page, ${rounds} times`,
      seen: [`${seen.rejected} starts rejected in a sentence, ${seen.served} served`, ...seen.other].join('; '),
      passed: seen.rejected === rounds,
    },
  ]
}

/** Overwrites a random page of a table or an index. The bytes of pictures are checked when they are read, not at the start. */
async function damage(file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true })
  const page = database
    .prepare(
      "select pgoffset, pgsize from dbstat where not (name = 'media_chunks' and pagetype = 'overflow') order by random() limit 1",
    )
    .get()
  database.close()
  const size = Number(page?.pgsize)
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(size, 'x'), 0, size, Number(page?.pgoffset))
  await handle.close()
}
