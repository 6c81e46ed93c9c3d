import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** The lines of the shop that the code came with, and what it sells. */
const GOODS = /\b(campus|hybrid|nomad|accessories|back-?packs?|rucksacks?|bags?|pouch(es)?|rain[- ]?covers?)\b/i

/** Files whose texts the family edits, the specification quotes, or that are not of the shop's catalog. */
const MAY_NAME_THEM = [
  // Texts of pages until the family edits them.
  /^contract\/pages\/words\//,
  /^contract\/returns\/return-policy\.ts$/,
  // Words that shoppers type.
  /^storefront\/catalog\/list\/search-words\.ts$/,
  // The demo data belongs to the catalog that comes with the shop.
  /^backend\/(start\/demo-data|contact\/demo-inquiries)\.ts$/,
  /^backend\/platform\/database\/migrations\//,
  // Contents of earlier photographs of that catalog.
  /^backend\/media\/store\/replaced-photos\.ts$/,
  // Examples of calls in the API document.
  /^contract\/[\w-]+\/schemas\.ts$/,
  /^backend\/media\/images\.routes\.ts$/,
  // Drawings of kinds of goods, by their names in any catalog.
  /^storefront\/pictures\/drawings\.tsx$/,
  // Drawn for a product that holds a laptop.
  /^storefront\/catalog\/product\/(product-silhouette|what-fits)\.tsx$/,
]

/** The headline is quoted by the specification; an icon of the package is called so, and files of the shop's own pictures. */
const NOT_GOODS = /Backpacks your back appreciates|shopping-bag|[\w-]+\.jpg/g

/** Literals and texts of elements, without comments. */
function textsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return code.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`|^[^<>{}='"`()]+$|>[^<>{}=]+</gm) ?? []
}

test.each(['storefront', 'admin', 'backend', 'contract'])(
  'no text in the code of the %s names the goods of one shop',
  (side) => {
    const files = readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' })
      .map((file) => `${side}/${file}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\/(dist|node_modules|testing)\/|\.test\./.test(file))
      .filter((file) => !MAY_NAME_THEM.some((allowed) => allowed.test(file)))
    const said = files.flatMap((file) =>
      textsOf(readFileSync(join(ROOT, file), 'utf8').replace(NOT_GOODS, ''))
        .filter((text) => GOODS.test(text))
        .map((text) => `${file}: ${text.trim()}`),
    )
    expect(said).toEqual([])
  },
)
