import { join, resolve } from 'node:path'

/** The owner's catalog as files: products, delivery options, tax rates. */
export const CATALOG_FOLDER = resolve(import.meta.dirname, '../../catalog')
/** The photographs and videos that products show. */
export const PHOTOS_FOLDER = join(CATALOG_FOLDER, 'photos')
