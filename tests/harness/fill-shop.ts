import { PHOTOS_FOLDER } from '../../backend/catalog-folder.ts'
import { openStore } from '../../backend/database/database.ts'
import { syncDemoData } from '../../backend/demo-data/demo-data.ts'
import { loadTestCatalog } from '../../backend/testing/test-catalog.ts'

/** Fills the given folder with the database of a shop: the test catalog and the demo orders. */
const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('fill-shop needs the folder to fill')
const store = await openStore({ databaseUrl: null, dataDir })
await loadTestCatalog(store.database, PHOTOS_FOLDER)
await syncDemoData(store.database, true, new Date())
await store.close()
