import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { ADMIN, distOf, sourcesHash, stampBuild } from './build-stamp.ts'
import { compressFolder } from './compress-folder.ts'

/** The family opens the admin daily, from the browser's cache: a fast build matters more than its bytes. */
const BROTLI_QUALITY = 9

/** Builds the admin for the browser, compresses its files, and writes the build stamp. */
export async function buildAdmin(): Promise<void> {
  const sources = sourcesHash(ADMIN)
  await rm(distOf(ADMIN), { recursive: true, force: true })
  await build({ configFile: join(ADMIN.folder, 'vite.config.ts'), logLevel: 'warn' })
  await compressFolder(join(distOf(ADMIN), 'assets'), BROTLI_QUALITY)
  stampBuild(ADMIN, sources)
}
