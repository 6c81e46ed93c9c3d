import { expect, test } from 'vitest'
import { BODY_LENGTH, fillLine, findTextProblems, SUBJECT_LENGTH } from './templates.ts'

const of = (name: string, changes: { needed?: boolean; alone?: boolean } = {}) => {
  return { name, example: 'x', needed: false, alone: false, ...changes }
}
const PLACEHOLDERS = [of('name'), of('link', { needed: true, alone: true })]
const BODY = 'Hello {name},\n\n{link}\n\nThank you'
const problems = (words: { subject?: string; body?: string }) =>
  findTextProblems(PLACEHOLDERS, { subject: 'For {name}', body: BODY, ...words }).map(
    ({ line, message }) => `${line}: ${message}`,
  )

test('a text whose placeholders are known and stand where they can is right', () => {
  expect(problems({})).toEqual([])
})

test('a mistake is named by its line', () => {
  expect(problems({ body: `${BODY} {who}` })).toEqual(['5: This email has no placeholder {who}.'])
  expect(problems({ body: `${BODY} }` })).toEqual(['5: There’s a brace outside a placeholder.'])
  for (const body of ['Hello\n{link}\n\nBye', 'Hello\n\n{link}\nBye', 'See {link}'])
    expect(problems({ body })).toEqual([expect.stringMatching(/^\d: \{link\} needs a paragraph of its own/)])
  expect(problems({ subject: 'A {link}' })).toEqual([expect.stringMatching(/^0: \{link\} needs a paragraph/)])
})

test('what is needed is there, and neither subject nor email is empty or too long', () => {
  expect(problems({ body: 'Hello' })).toEqual(['null: This email needs {link}.'])
  expect(problems({ body: ' ' })).toEqual(['null: The email is empty.', 'null: This email needs {link}.'])
  const long = BODY + 'x'.repeat(BODY_LENGTH - BODY.length)
  expect([problems({ body: long }), problems({ body: `${long}x` })]).toEqual([
    [],
    [`null: The email is longer than ${BODY_LENGTH} characters.`],
  ])
  expect(problems({ subject: ' ' })).toEqual(['0: The subject is empty.'])
  expect(problems({ subject: 'a\nb' })).toEqual(['0: The subject has to be one line.'])
  expect(problems({ subject: 'x'.repeat(SUBJECT_LENGTH + 1) })).toHaveLength(1)
})

test('what is put into a line is not looked at again', () => {
  expect(fillLine('{a} and {b} and {c}', { a: '{b}', b: 'B' })).toBe('{b} and B and {c}')
})
