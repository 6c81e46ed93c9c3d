import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { distOf, STOREFRONT, sourcesHash, stampBuild } from './build-stamp.ts'
import { compressFolder } from './compress-folder.ts'

/** Builds the storefront for the browser and for the server, compresses its files, and notes what it was made from. */
export async function buildStorefront(): Promise<void> {
  const sources = sourcesHash(STOREFRONT)
  const dist = distOf(STOREFRONT)
  await rm(dist, { recursive: true, force: true })
  const configFile = join(STOREFRONT.folder, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({
    configFile,
    logLevel: 'warn',
    // One file with everything in it starts faster than a tree of packages, and it is React's production build.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: true },
  })
  await compressFolder(join(dist, 'client'))
  stampBuild(STOREFRONT, sources)
}
