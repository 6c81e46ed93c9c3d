import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Extensions of files that compress well; pictures and fonts are already compressed. */
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json', '.txt', '.html', '.xml', '.webmanifest'])

/**
 * Writes `file.br` and `file.gz` for each text file, so that the server need not compress them. Brotli's best quality,
 * 11, makes files 7 % smaller than 9 does, for six times the CPU time.
 */
export async function compressFolder(folder: string, brotliQuality: number): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  const texts = files.filter((file) => COMPRESSED.has(extname(file)) && !file.startsWith('.vite'))
  await Promise.all(texts.map((file) => compressFile(join(folder, file), brotliQuality)))
}

async function compressFile(file: string, brotliQuality: number): Promise<void> {
  const plain = await readFile(file)
  const brotli = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  await writeFile(`${file}.br`, brotli)
  await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
}
