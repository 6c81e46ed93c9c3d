import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { cleanText } from '../text/clean-text.ts'
import { ALT_LENGTH, productId } from './admin.ts'
import { PRODUCT_FIELDS } from './calls.ts'

export const LINE_WORDS_LENGTH = 60
export const LINE_TEXT_LENGTH = 300
export const MAX_LINES = 50
export const MAX_COMPANIONS = 20

/** In characters: an answer's label, the hint below it, and the reason its bag is recommended. */
export const ANSWER_LENGTHS = { label: 60, hint: 120, reason: 200 } as const
export const MAX_ANSWERS = 12

/** May exceed the limit here: the rule of the name refuses it with a sentence. */
const typedName = z.string().check(z.maxLength(1000))
const seen = z.string().check(z.maxLength(64))

const picture = z.nullable(
  z.object({ file: z.string(), alt: z.string().check(cleanText(), z.trim(), z.maxLength(ALT_LENGTH)) }),
)
const optionalWords = (max: number) => z.nullable(z.string().check(cleanText(), z.trim(), z.maxLength(max)))

const editedAnswer = z.object({
  label: z
    .string()
    .check(
      z.trim(),
      z.maxLength(ANSWER_LENGTHS.label),
      z.describe('What shoppers choose; empty for the name of the line'),
    ),
  hint: z
    .string()
    .check(z.trim(), z.maxLength(ANSWER_LENGTHS.hint), z.describe('Stands below it; empty for the words of the line')),
  reason: optionalWords(ANSWER_LENGTHS.reason).check(z.describe('Completes "We picked it because …"')),
})
export type EditedAnswer = z.output<typeof editedAnswer>

const editedLine = z.object({
  line: typedName.check(
    z.describe(`The name, which is also its filter in addresses; at most ${PRODUCT_FIELDS.line.max}`),
  ),
  words: optionalWords(LINE_WORDS_LENGTH).check(z.describe('Continue the name on the home page, such as "for school"')),
  text: optionalWords(LINE_TEXT_LENGTH).check(z.describe('A sentence below the name')),
  photo: picture.check(z.describe('A wide photograph with a calm left third, beside the products of the line')),
  preview: picture.check(z.describe('A picture for the home page; without one that of the first product')),
  featured: z.boolean().check(z.describe('Shown on the home page and on About')),
  goes_with: z
    .array(productId)
    .check(
      z.maxLength(MAX_COMPANIONS),
      z.describe('Ids of products that go with those of the line; one color of each is enough'),
    ),
  hidden: z.boolean().check(z.describe('The line and its products stand in no list')),
  answer: z.nullable(editedAnswer).check(z.describe('The answer of the quiz that leads to the line')),
})
export type EditedLine = z.output<typeof editedLine>

const shownPicture = z.nullable(z.object({ file: z.string(), alt: z.string(), image_url: z.string() }))
const adminLine = z.extend(editedLine, {
  photo: shownPicture,
  preview: shownPicture,
  products: z.number().check(z.describe('How many products it has, drafts and hidden ones included')),
  answers: z
    .array(z.string())
    .check(z.describe('All answers of the quiz that lead to it; an import may bring several')),
  on_home: z.boolean().check(z.describe('Whether the home page shows it, or one of its products in its place')),
})
export type AdminLine = z.output<typeof adminLine>

const lineQuestion = z.object({ question: z.string(), answers: z.int() })
export type LineQuestion = z.output<typeof lineQuestion>

export function answerDefaults({ line, words, text }: Pick<EditedLine, 'line' | 'words' | 'text'>) {
  const hint = words || text || `Our ${line} line`
  const fitting = hint.length <= ANSWER_LENGTHS.hint ? hint : `Our ${line} line`
  return { label: line, hint: `${fitting.charAt(0).toUpperCase()}${fitting.slice(1)}` }
}

export const adminLines = defineAdminCalls({
  listLines: {
    method: 'GET',
    path: '/api/admin/lines',
    summary: 'Lists product lines',
    description: 'Also hidden and empty ones. A change repeats `seen`. Without a quiz, `question` is null.',
    response: z.object({ lines: z.array(adminLine), question: z.nullable(lineQuestion), seen }),
  },
  saveLine: {
    method: 'POST',
    path: '/api/admin/lines/save',
    summary: 'Adds, edits or renames a line',
    description:
      'Products, pictures and the quiz follow a rename; old addresses redirect. Changes its first quiz answer; null removes all. 409 if someone else edited the lines.',
    body: z.object({
      was: z.nullable(typedName).check(z.describe('The name until now; null for a new line')),
      line: editedLine,
      in_names: z
        ._default(z.boolean(), false)
        .check(z.describe('Whether a rename also changes the names of its products')),
      seen,
    }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  orderLines: {
    method: 'POST',
    path: '/api/admin/lines/order',
    summary: 'Sorts the lines',
    description: 'Their products follow. 409 if someone else edited the lines.',
    body: z.object({ lines: z.array(typedName).check(z.maxLength(1000)), seen }),
    response: changeResult,
    errors: ['conflict'],
  },
  removeLine: {
    method: 'POST',
    path: '/api/admin/lines/remove',
    summary: 'Removes a line',
    description:
      'Products and quiz answers go to the line `to`. 409 without `to` if it has products or the last answer of a question, and for the last line.',
    body: z.object({ line: typedName, to: z.nullable(typedName), seen }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
