import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { readFlags } from '../backend/platform/process/read-flags.ts'

/**
 * `npm run fonts` writes the shop's two typefaces and their licenses to `storefront/fonts/`, cut to the letters, weights
 * and layout features that it uses, and prints what `storefront/styles/fonts.css` says of their letters. A new weight is
 * added here and there. A letter that a face does not have is drawn in its fallback.
 */
const FONTS_FOLDER = join(import.meta.dirname, '../storefront/fonts')
const { resolve } = createRequire(import.meta.url)

/** The characters of the shop's own texts and its catalog, bullets of lists included: a file that every page loads. */
const FIRST_CHARACTERS = `${between(0x20, 0x7e)}\u00a0©·×–—‘’“”•…′″→−`

/** Latin-1, and the punctuation, arrows and letters of its languages: a file for pages that have such a letter. */
const MORE_CHARACTERS = without(`${between(0xa1, 0xff)}ŒœıŠšŽžŸ‚„←↑↓€™`, FIRST_CHARACTERS)

/** Kerning, ligatures, accents, and figures of one width for prices. */
const FONT_FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum']

/** The weights: a range for text, one for headings. */
const FACE_WEIGHTS = { figtree: { min: 400, max: 700 }, fraunces: 600 }

readFlags({ command: 'npm run fonts', does: 'Cuts the typefaces of the shop to the letters and weights that it uses.' })
await mkdir(FONTS_FOLDER, { recursive: true })
for (const [name, wght] of Object.entries(FACE_WEIGHTS)) {
  const full = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`))
  for (const [file, letters] of Object.entries({ [name]: FIRST_CHARACTERS, [`${name}-more`]: MORE_CHARACTERS })) {
    const face = await subsetFont(full, letters, {
      targetFormat: 'woff2',
      variationAxes: { wght },
      keepFeatures: FONT_FEATURES,
    })
    await writeFile(join(FONTS_FOLDER, `${file}.woff2`), face)
    console.info(`${file}: ${face.length} bytes of ${full.length}`)
  }
  await copyFile(resolve(`@fontsource-variable/${name}/LICENSE`), join(FONTS_FOLDER, `${name}-license.txt`))
}
console.info(`unicode-range: ${rangesOf(MORE_CHARACTERS)};`)

/** Lists letters as `unicode-range` does. */
function rangesOf(letters: string): string {
  const points = Array.from(letters, (letter) => letter.codePointAt(0) ?? 0).toSorted((a, b) => a - b)
  const starts = points.filter((point) => !points.includes(point - 1))
  const ends = points.filter((point) => !points.includes(point + 1))
  const hex = (point = 0) => point.toString(16)
  return starts.map((start, i) => `U+${start === ends[i] ? hex(start) : `${hex(start)}-${hex(ends[i])}`}`).join(', ')
}

function without(letters: string, others: string): string {
  return Array.from(letters)
    .filter((letter) => !others.includes(letter))
    .join('')
}

function between(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')
}
