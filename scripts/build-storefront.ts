import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { DIST, STOREFRONT, sourcesHash, stampBuild } from './build-stamp.ts'

/** Files that compress well; pictures and fonts are compressed already. */
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json', '.txt', '.html', '.xml', '.webmanifest'])

/** Builds the storefront for the browser and for the server, compresses its files, and notes what it was made from. */
export async function buildStorefront(): Promise<void> {
  const sources = sourcesHash()
  await rm(DIST, { recursive: true, force: true })
  const configFile = join(STOREFRONT, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({
    configFile,
    logLevel: 'warn',
    // One file with everything in it starts faster than a tree of packages, and it is React's production build.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: true },
  })
  await compressFolder(join(DIST, 'client'))
  stampBuild(sources)
}

/** Writes `file.br` and `file.gz` beside each text file: paid here once, sent as they are. */
async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  const texts = files.filter((file) => COMPRESSED.has(extname(file)) && !file.startsWith('.vite'))
  await Promise.all(texts.map((file) => compressFile(join(folder, file))))
}

async function compressFile(file: string): Promise<void> {
  const plain = await readFile(file)
  const brotli = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  await writeFile(`${file}.br`, brotli)
  await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
}
