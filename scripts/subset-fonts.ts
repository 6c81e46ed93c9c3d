import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/**
 * `npm run fonts` writes the shop's two typefaces and their licenses to `storefront/fonts/`, cut to the letters, weights
 * and layout features that it uses. A new weight is added here and in `storefront/styles/fonts.css`. A letter that a face
 * does not have is drawn in its fallback.
 */
const FOLDER = join(import.meta.dirname, '../storefront/fonts')
const { resolve } = createRequire(import.meta.url)

/** Latin-1, and the punctuation, arrows and letters that its languages use beyond it. */
const LETTERS = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}ŒœıŠšŽžŸ–—‘’‚“”„•…′″←→↑↓−€™`

/** Kerning, ligatures, accents, and figures of one width for prices. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum']

/** The weights: a range for text, one for headings. */
const FACES = { figtree: { min: 400, max: 700 }, fraunces: 600 }

await mkdir(FOLDER, { recursive: true })
for (const [name, wght] of Object.entries(FACES)) {
  const full = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`))
  const face = await subsetFont(full, LETTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght },
    keepFeatures: FEATURES,
  })
  await writeFile(join(FOLDER, `${name}.woff2`), face)
  await copyFile(resolve(`@fontsource-variable/${name}/LICENSE`), join(FOLDER, `${name}-license.txt`))
  console.info(`${name}: ${face.length} bytes instead of ${full.length}`)
}

function between(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')
}
