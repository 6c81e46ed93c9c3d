import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildImage } from '../../../backend/testing/test-catalog.ts'

const TEST_CATALOG = join(import.meta.dirname, '../../../backend/testing/catalog')

/** Words of the shop's own goods. A shop of mugs says none of them, except what the specification quotes. */
export const OUR_WORDS =
  /\b(campus|hybrid|nomad|accessor(?:y|ies)|backpacks?|rucksacks?|bags?|duffels?|slings?|pouch(?:es)?|rain[- ]?covers?|sleeves?|laptops?|slim|straps?|zippers?|seams?|stitch(?:ed)?|sew(?:n|ing)?|webbing|buckles?|packwright)\b/i

const mug = (product_id: string, line: string, name: string, color: string) => ({
  product_id,
  slug: `${name} ${color}`.trim().toLowerCase().replaceAll(' ', '-'),
  product_name: color === '' ? name : `${name}, ${color}`,
  line,
  color,
  size: '12 oz',
  price: 20 + Number(product_id.slice(1)),
  stock: 5,
  short_description: `${name} holds tea and coffee.`,
  description: `<p>${name} was thrown on a wheel and fired twice.</p>`,
  details: { capacity_litres: 0.35, height_inches: 4, width_inches: 3.5, depth_inches: 3.5, materials: 'Stoneware' },
  images: [{ file: `mug-${product_id}.jpg`, alt: `${name} on a shelf` }],
})

const MUGS = [
  mug('m1', 'Morning', 'Dawn Mug', 'Cream'),
  mug('m2', 'Morning', 'Dawn Mug', 'Moss'),
  mug('m3', 'Morning', 'Early Mug', 'Cream'),
  mug('m4', 'Harbor', 'Pier Mug', 'Moss'),
  mug('m5', 'Harbor', 'Tide Mug', 'Moss'),
  { ...mug('m6', 'Table', 'Saucer', ''), size: '' },
  mug('m7', 'Table', 'Spoon', 'Moss'),
]

const MUG_LINES = [
  { line: 'Morning', words: 'for the first cup', text: 'Warms both hands.', goes_with: ['m6', 'm7'] },
  { line: 'Harbor', words: 'for the boat', text: 'Stays put in every swell.', goes_with: ['m6'] },
  { line: 'Table', featured: false },
]

/** The quiz of the mugs: two questions. */
const MUG_QUIZ = {
  steps: [
    {
      id: 'way',
      question: 'Where do you drink it?',
      answers: [
        { id: 'home', label: 'At home', hint: 'Before the day begins', line: 'Morning', reason: 'you begin slowly' },
        { id: 'boat', label: 'On a boat', hint: 'In any weather', line: 'Harbor', reason: 'you sail' },
      ],
    },
    {
      id: 'color',
      question: 'Which color?',
      answers: [{ id: 'moss', label: 'Moss', hint: 'Deep green', color: 'Moss' }],
    },
  ],
  results: { 'Morning-undefined-Moss': 'dawn-mug-moss', 'Harbor-undefined-Moss': 'tide-mug-moss' },
}

/** A catalog folder of a shop that sells mugs: three lines, no styles, one product without color and size; with a quiz of its own. */
export async function writeMugs(): Promise<string> {
  const folder = await writeGoods({ 'products.json': MUGS, 'lines.json': MUG_LINES, 'quiz.json': MUG_QUIZ })
  const photos = join(folder, 'photos')
  await rm(photos, { recursive: true, force: true })
  await mkdir(photos)
  await Promise.all(
    MUGS.map(async ({ product_id }, index) =>
      writeFile(join(photos, `mug-${product_id}.jpg`), await buildImage(64 + index)),
    ),
  )
  return folder
}

/** A catalog folder with a single product, no lines of its own and no quiz. */
export async function writeOneProduct(): Promise<string> {
  const [first] = await readProducts()
  const product = { ...first, line: 'Satchel', slug: 'satchel', product_name: 'The Satchel' }
  return writeGoods({ 'products.json': [product], 'lines.json': [], 'quiz.json': null })
}

async function readProducts(): Promise<Record<string, unknown>[]> {
  return JSON.parse(await readFile(join(TEST_CATALOG, 'products.json'), 'utf8'))
}

async function writeGoods(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-other-goods-'))
  await cp(TEST_CATALOG, folder, { recursive: true })
  for (const [name, value] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(value))
  return folder
}
