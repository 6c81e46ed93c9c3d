import { DAY_MS } from '@shop/contract/durations'
import { expect, test } from 'vitest'
import {
  beforeUpdateName,
  byHandName,
  listExpiredNightly,
  listExpiredUpdates,
  listPartial,
  nightlyName,
} from './backup-files.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const NAMES = Array.from({ length: 400 }, (_, day) => nightlyName(new Date(Date.UTC(2026, 0, 1, 17) + day * DAY_MS)))
const nameOf = (day: number) => NAMES[day] ?? ''

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
  expect([listExpiredNightly(own), listExpiredUpdates(own), listPartial(own, 'nightly')]).toEqual([[], [], []])
})

test('the last three backups before updates are retained', () => {
  const files = [1, 2, 3, 4, 5].map((day) => beforeUpdateName(new Date(day * DAY_MS)))
  expect(listExpiredUpdates(files)).toEqual([files[1], files[0]])
})

test('partial files of a killed node are recognized by name, each for its kind of backup', () => {
  const [nightly, update, byHand] = [nightlyName(NOW), beforeUpdateName(NOW), byHandName(NOW)].map(
    (name) => `${name}.0123abcd.partial`,
  )
  const files = [nightly, update, byHand, 'mine.tar.0123abcd.partial', nightlyName(NOW)].map(String)
  expect(listPartial(files, 'nightly')).toEqual([nightly])
  expect(listPartial(files, 'before_update')).toEqual([update])
  expect(listPartial(files, 'by_hand')).toEqual([byHand])
})
