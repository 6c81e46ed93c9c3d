import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

const SOURCES = ['backend', 'contract', 'storefront', 'admin'].map((folder) => `${folder}/**/*.{ts,tsx}`)

/** Rounds what becomes whole cents. */
const DOOR = 'contract/money.ts'

const NAMES_MONEY = /cents|dollar|money|price|refund/i
const ROUNDS = /Math\.(?:round|floor|ceil|trunc)\(|\.toFixed\(|\.toPrecision\(|\bround\(|~~/

/** Other values that files with money round: days, sizes, pieces, and a change in percent. */
const OTHER_NUMBERS = [
  'Math.ceil(Number(day.slice(5, 7)) / 3)',
  'Math.round((next.getTime() - start.getTime()) / DAY_MS)',
  '((change / Math.abs(before)) * 100).toFixed(1)',
  'Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)',
  'Math.floor(age / DAY_MS)',
  'Math.floor(Number(number))',
  'Math.floor(clock().getTime() / PAGE_LIFETIME)',
  '(bytes / 1_000_000).toFixed(1)',
  'Math.trunc(wanted)',
  'Math.ceil(MAX_LABEL_BYTES * 1.5)',
]

/** The lines of a file that round, without comments, where the file names money. */
function roundings(source: string): string[] {
  if (!NAMES_MONEY.test(source)) return []
  return source.split('\n').filter((line) => ROUNDS.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line))
}

const found = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '**/testing'] })
  .filter((file) => file !== DOOR && !/\.test\.tsx?$/.test(file))
  .flatMap((file) => roundings(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`))

test('amounts are rounded in one file', () => {
  expect(found.filter((line) => !OTHER_NUMBERS.some((other) => line.includes(other)))).toEqual([])
})

test('every other rounding that is allowed is still there', () => {
  expect(OTHER_NUMBERS.filter((other) => !found.some((line) => line.includes(other)))).toEqual([])
})

test('a second rounding of an amount is found, in code and in SQL', () => {
  const written = ['Math.round(price_cents * 0.9)', '(cents / 100).toFixed(2)', 'sql`round(price_cents * 0.9)`']
  expect(written.filter((line) => roundings(line).length === 0)).toEqual([])
})
