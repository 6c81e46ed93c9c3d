import { openStore } from '../../backend/database/database.ts'
import { settleDemoData } from '../../backend/database/demo-data.ts'
import { openPhotoShelf } from '../../backend/images/photo-shelf.ts'
import { loadGoods } from '../../backend/testing/test-goods.ts'

/** Fills the folder that it is given with the database of a shop: the goods of the tests and the demo orders. */
const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('fill-shop is told which folder to fill')
const store = await openStore({ databaseUrl: null, dataDir })
await loadGoods(store.database, openPhotoShelf())
await settleDemoData(store.database, true, new Date())
await store.close()
