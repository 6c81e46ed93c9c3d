import { expect, test } from 'vitest'
import { allValues, changedValues, fieldsOf, findPageProblems, isSameValue, type PageValue } from './fields.ts'

const problemOf = (page: 'returns' | 'orders' | 'home', field: string, value: PageValue) =>
  findPageProblems(page, { [field]: value })[0]?.message ?? null

test('days are whole and from 1 to 365, and a condition is yes or no', () => {
  const days = (value: number | string) => problemOf('returns', 'returnDays', value)
  expect([days(1), days(365)]).toEqual([null, null])
  for (const wrong of [0, 366, 14.5, '14']) expect(days(wrong), String(wrong)).toContain('from 1 to 365')
  expect([problemOf('returns', 'returnUnused', false), problemOf('returns', 'returnUnused', 'no')]).toEqual([
    null,
    'Please choose yes or no.',
  ])
})

test('a text is there unless it may be empty, on one line where it has one, and not too long', () => {
  expect(problemOf('home', 'closing', ' ')).toContain('would leave a gap on the page')
  expect(problemOf('returns', 'policyMore', '')).toBeNull()
  expect(problemOf('home', 'closing', 'a\nb')).toBe('Please write it on one line.')
  expect([problemOf('home', 'closing', 'x'.repeat(120)), problemOf('home', 'closing', 'x'.repeat(121))]).toEqual([
    null,
    'This is 121 characters long. Please use at most 120.',
  ])
  expect(problemOf('home', 'closing', 'a\u202eb')).toContain('invisible character')
})

test('braces hold known words where they stand for something', () => {
  expect(problemOf('orders', 'answer1', 'Within {days} days: {contact}')).toBeNull()
  expect(problemOf('orders', 'answer1', 'Within {weeks}')).toContain('Braces can only hold {days}')
  expect(problemOf('home', 'closing', 'a {b}')).toBeNull()
})

test('a picture is described, unless it is a crop of the one before', () => {
  expect(problemOf('home', 'heroPicture', { file: 'a.jpg', alt: ' ' })).toContain('Please describe the picture')
  expect(problemOf('home', 'heroPhone', { file: 'a.jpg', alt: '' })).toBeNull()
  expect(problemOf('home', 'heroPhone', { file: 'a.jpg', alt: 'A bag' })).toContain('says what is shown')
})

test('a field that the page does not have is named', () => {
  expect(problemOf('home', 'toString', 'x')).toBe('Home has no field of this name.')
})

test('what is stored differs from the default, without blanks around it and with plain line breaks', () => {
  const own = fieldsOf('home').closing?.own ?? ''
  const text = 'One \r\n\r\n\r\n\r\n two '
  expect(changedValues('home', { closing: ` ${own} ` })).toEqual({})
  expect(changedValues('returns', { policyMore: text })).toEqual({ policyMore: 'One\n\ntwo' })
  expect(allValues('home', { who: 'Us' })).toMatchObject({ who: 'Us', closing: own })
  expect(isSameValue({ file: 'a', alt: 'b' }, { file: 'a', alt: 'c' })).toBe(false)
})
