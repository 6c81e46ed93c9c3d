import { expect, test } from 'vitest'
import { mergeEdited, mergeTexts, mergeWhole, withoutSaved } from './use-edited.ts'
import { lineError, settingErrors } from './use-saved-form.ts'

const twoDecimals = (cost: string) => Number(cost).toFixed(2)

test('a form follows the shop again once its values are saved', () => {
  expect(withoutSaved({ base: '4.95', value: '7.3' }, '7.30', twoDecimals)).toBeNull()
})

test('what was typed while the values were sent stays, and is compared with what was saved', () => {
  expect(withoutSaved({ base: '4.95', value: '8' }, '7.30', twoDecimals)).toEqual({ base: '7.30', value: '8' })
})

const began = { name: 'Shop', tagline: 'Bags.' }

test('what somebody else changed is shown beside what was typed, and is what the next save is compared with', () => {
  const present = { name: 'Shop', tagline: 'Bags for school.' }
  expect(mergeEdited({ base: began, value: { ...began, name: 'Weber' } }, present, mergeTexts)).toEqual({
    base: present,
    value: { name: 'Weber', tagline: 'Bags for school.' },
    isChanged: true,
    hasConflict: false,
  })
})

test('a text that two people changed is a conflict, which keeps what the editing began with', () => {
  const mine = { ...began, tagline: 'Satchels.' }
  const theirs = { name: 'Weber', tagline: 'Bags for school.' }
  expect(mergeEdited({ base: began, value: mine }, theirs, mergeTexts)).toEqual({
    base: began,
    value: { name: 'Weber', tagline: 'Satchels.' },
    isChanged: true,
    hasConflict: true,
  })
})

test.each([
  ['the same by both', 'b', 'b', false, false],
  ['only by the other', 'a', 'b', false, false],
  ['by both', 'b', 'c', true, true],
])('a value that was changed %s', (_what, value, present, isChanged, hasConflict) => {
  expect(mergeEdited({ base: 'a', value }, present, mergeWhole)).toMatchObject({ isChanged, hasConflict })
})

test('an error stands beside its setting, or the part of it that is wrong, as a sentence', () => {
  const fields = {
    delivery: 'Not that one.',
    'wanted.name': 'must not be empty',
    'wanted.notices.3': 'may only have {email}, {contact} and {shop} in braces',
    'wanted.social.0.url': 'must be a web address',
  }
  expect(settingErrors(fields)).toEqual({
    delivery: 'Not that one.',
    name: 'Please fill this in.',
    'notices.3': 'This may only have {email}, {contact} and {shop} in braces.',
    'social.0.url': 'This must be a web address.',
  })
})

test.each([
  [{ 'notices.3': 'Too long' }, 'Line 4: Too long'],
  [{ notices: 'Too many' }, 'Too many'],
  [{ name: 'Empty' }, undefined],
])('of the lines %j is said as %s', (fields, text) => {
  expect(lineError(fields, 'notices')).toBe(text)
})
