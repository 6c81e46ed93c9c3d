import { openStore } from '../../../backend/platform/database/database.ts'
import { PHOTOS_FOLDER } from '../../../backend/platform/lib/files.ts'
import { syncDemoData } from '../../../backend/start/demo-data.ts'
import { loadTestCatalog } from '../../../backend/testing/test-catalog.ts'

/** Fills the database of a shop with the test catalog and the demo orders: SQLite in a folder, or the given PostgreSQL. */
const [dataDir, databaseUrl = null] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('fill-shop needs the folder to fill')
const store = await openStore({ databaseUrl, dataDir })
await loadTestCatalog(store.database, PHOTOS_FOLDER)
await syncDemoData(store.database, true, new Date())
await store.close()
