import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { distOf, STOREFRONT, sourcesHash, stampBuild } from './build-stamp.ts'
import { compressFolder } from './compress-folder.ts'

const BROTLI_QUALITY = 11

/** Builds the storefront for browser and server, compresses its files, and writes the build stamp. */
export async function buildStorefront(): Promise<void> {
  const sources = sourcesHash(STOREFRONT)
  const dist = distOf(STOREFRONT)
  await rm(dist, { recursive: true, force: true })
  const configFile = join(STOREFRONT.folder, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({
    configFile,
    logLevel: 'warn',
    // A single bundled file starts faster than a tree of packages, and uses React's production build.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: true },
  })
  await compressFolder(join(dist, 'client'), BROTLI_QUALITY)
  stampBuild(STOREFRONT, sources)
}
