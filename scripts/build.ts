import { buildAdmin } from './build-admin.ts'
import { ADMIN, isBuilt, STOREFRONT } from './build-stamp.ts'
import { buildStorefront } from './build-storefront.ts'

// With --missing only applications that changed since their last build.
const all = !process.argv.includes('--missing')
if (all || !isBuilt(STOREFRONT)) await buildStorefront()
if (all || !isBuilt(ADMIN)) await buildAdmin()
