import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TEST_CATALOG = join(import.meta.dirname, '../../backend/testing/catalog')

/** The quiz of a shop with other lines: two questions. */
const QUIZ = {
  steps: [
    {
      id: 'way',
      question: 'How do you get there?',
      answers: [
        { id: 'foot', label: 'On foot', hint: 'Every day', line: 'Walker', style: 'slim', reason: 'you walk' },
        { id: 'bike', label: 'By bike', hint: 'In any weather', line: 'Rider', style: 'slim', reason: 'you ride' },
      ],
    },
    {
      id: 'color',
      question: 'Which color?',
      answers: [{ id: 'blue', label: 'Blue', hint: 'Deep blue', color: 'Blue' }],
    },
  ],
  results: { 'Walker-slim-Blue': 'walker-blue', 'Rider-slim-Blue': 'rider-blue' },
}

/** A catalog folder of a shop whose lines are Walker, without a word of its own, and Rider; with a quiz of its own. */
export async function writeOtherLines(): Promise<string> {
  const [first, second, third] = await readProducts()
  return writeGoods({
    'products.json': [
      { ...first, line: 'Walker', slug: 'walker-blue', product_name: 'Walker, Blue' },
      { ...second, line: 'Walker', slug: 'walker-grey', product_name: 'Walker, Grey' },
      { ...third, line: 'Rider', slug: 'rider-blue', product_name: 'Rider, Blue' },
    ],
    'lines.json': [{ line: 'Rider', words: 'for the bike', text: 'Stays put in every curve.' }],
    'quiz.json': QUIZ,
  })
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
