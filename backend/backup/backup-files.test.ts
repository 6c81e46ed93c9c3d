import { expect, test } from 'vitest'
import { beforeUpdateName, listExpiredNightly, listExpiredUpdates, listPartial, nightlyName } from './backup-files.ts'

const DAY = 24 * 60 * 60_000
const nameOf = (day: number) => nightlyName(new Date(new Date(2026, 0, 1, 12).getTime() + day * DAY))

test('seven days and four weeks are retained on every weekday, without gaps', () => {
  let files: string[] = []
  for (let day = 0; day < 400; day += 1) {
    files.push(nameOf(day))
    const expired = new Set(listExpiredNightly(files))
    files = files.filter((file) => !expired.has(file))
    if (day < 60) continue
    expect(files).toHaveLength(11)
    expect(files.slice(-7)).toEqual([6, 5, 4, 3, 2, 1, 0].map((ago) => nameOf(day - ago)))
    const ages = files
      .slice(0, 4)
      .map((file) => Array.from({ length: 60 }, (_, ago) => nameOf(day - ago)).indexOf(file))
    expect(ages[0]).toBeGreaterThanOrEqual(21)
    expect(ages.slice(1).every((age, index) => (ages[index] ?? 0) - age <= 7)).toBe(true)
  }
})

test('after nights without a backup the last seven are still retained', () => {
  const files = [0, 40, 80, 120, 160, 200, 240].map(nameOf)
  expect(listExpiredNightly(files)).toEqual([])
})

test("the owner's own files are left alone", () => {
  const own = ['mine.tar', 'shop-2020-01-01.tar.gz', 'shop-2020-01-01 (copy).tar', 'x.partial', 'before-update-old.tar']
  expect([listExpiredNightly(own), listExpiredUpdates(own), listPartial(own)]).toEqual([[], [], []])
})

test('the last three backups before updates are retained', () => {
  const files = [1, 2, 3, 4, 5].map((day) => beforeUpdateName(new Date(day * DAY)))
  expect(listExpiredUpdates(files)).toEqual([files[1], files[0]])
})

test('partial files of a killed node are recognized by name', () => {
  const partial = [`${nightlyName(new Date())}.0123abcd.partial`, `${beforeUpdateName(new Date())}.0123abcd.partial`]
  expect(listPartial([...partial, 'shop-2026-01-01.tar'])).toEqual(partial)
})
