import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** The door to the shop's days, and days that are counted without a clock. */
const DOORS = [
  'contract/settings/time-zone.ts',
  'contract/delivery/rules.ts',
  'contract/returns/rules.ts',
  'contract/books/sales-views.ts',
  'backend/platform/lib/days/local-day.ts',
  'backend/books/ledger/sum-figures.ts',
  'admin/sales/periods.ts',
]

/** Ways to a calendar day or a time of the day that depend on the machine, or are those of Greenwich. */
const OTHER_WAYS = [
  /\.[gs]et(Date|Day|Month|FullYear|Hours|Minutes|TimezoneOffset)\(/,
  /\.to(Locale)?(Date|Time)String\(/,
  /\.toISOString\(\)\.slice\(0, (4|7|10|16)\)/,
  /_at\.slice\(0, 10\)/,
  /\}T\d\d:\d\d(:\d\d)?`/,
  /DateTimeFormat\((?![^)]*timeZone)/,
  /\bprocess\.env\.TZ\b|\bTemporal\.Now\b/,
]

function sourcesOf(side: string): string[] {
  return readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|testing|migrations)\/|\.test\./.test(file))
    .map((file) => `${side}/${file}`)
    .filter((file) => !DOORS.includes(file))
}

test.each(['backend', 'contract', 'admin'])('%s takes days only from the time zone of the shop (R55)', (side) => {
  const found = sourcesOf(side).flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
    return lines.filter((line) => OTHER_WAYS.some((way) => way.test(line))).map((line) => `${file}: ${line.trim()}`)
  })
  expect(found).toEqual([])
})
