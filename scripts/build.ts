import { buildStorefront } from './build-storefront.ts'

await buildStorefront()
