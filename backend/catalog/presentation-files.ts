import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productId } from '@shop/contract/catalog/admin'
import { PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import {
  ANSWER_LENGTHS,
  LINE_TEXT_LENGTH,
  LINE_WORDS_LENGTH,
  MAX_ANSWERS,
  MAX_COMPANIONS,
  MAX_LINES,
} from '@shop/contract/catalog/lines'
import type { Quiz } from '@shop/contract/catalog/quiz'
import { QUIZ_DRAWINGS } from '@shop/contract/catalog/quiz'
import { cleanText } from '@shop/contract/text/clean-text'

import * as z from 'zod/mini'
import '../platform/lib/zod-locale.ts'
import { isMediaName } from '../media/store/media.ts'
import { decodeText } from '../platform/lib/files.ts'
import type { StoredLine } from './lines.ts'

const text = (max: number) => z.string().check(cleanText(), z.trim(), z.minLength(1), z.maxLength(max))
const picture = z.strictObject({
  file: z.string().check(z.refine(isMediaName, 'must be the name of a picture, such as line.jpg')),
  alt: text(300),
})
const lineName = text(PRODUCT_FIELDS.line.max)

/** Strict: a misspelt field is an error. Without a limit, so existing lines stay valid. */
export const storedLines = z
  .array(
    z.strictObject({
      line: lineName,
      words: z._default(z.nullable(text(LINE_WORDS_LENGTH)), null),
      text: z._default(z.nullable(text(LINE_TEXT_LENGTH)), null),
      photo: z._default(z.nullable(picture), null),
      preview: z._default(z.nullable(picture), null),
      featured: z._default(z.boolean(), true),
      goes_with: z._default(z.array(productId).check(z.maxLength(MAX_COMPANIONS)), []),
      hidden: z._default(z.boolean(), false),
      former: z._default(z.array(lineName), []),
    }),
  )
  .check(z.refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'names a line twice'))

const linesFile = storedLines.check(z.maxLength(MAX_LINES))

const answer = z.strictObject({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be letters, digits, - and _')),
  label: text(ANSWER_LENGTHS.label),
  hint: text(ANSWER_LENGTHS.hint),
  line: z.optional(lineName),
  style: z.optional(text(50)),
  color: z.optional(z.nullable(text(PRODUCT_FIELDS.color.max))),
  reason: z.optional(text(ANSWER_LENGTHS.reason)),
  drawing: z.optional(z.enum(QUIZ_DRAWINGS)),
})

/** `null` for a shop without a quiz. */
export const storedQuiz = z.nullable(
  z.strictObject({
    steps: z
      .array(
        z.strictObject({
          id: text(40),
          question: text(200),
          answers: z.array(answer).check(z.minLength(1), z.maxLength(MAX_ANSWERS)),
        }),
      )
      .check(z.minLength(1), z.maxLength(8)),
    results: z.record(z.string(), text(PRODUCT_FIELDS.slug.max)),
  }),
)

export type StoredPresentation = { lines: StoredLine[]; quiz: Quiz | null }

const stored = z.object({ lines: storedLines, quiz: storedQuiz })

export function parseStoredPresentation(value: unknown): StoredPresentation {
  return z.parse(stored, value)
}

/** Drops empty parts, as files, database and audit log do. */
export function writtenLines(lines: readonly StoredLine[]) {
  return lines.map(({ goes_with, hidden, former, ...line }) => ({
    ...line,
    ...(goes_with.length > 0 ? { goes_with } : {}),
    ...(hidden ? { hidden } : {}),
    ...(former.length > 0 ? { former } : {}),
  }))
}

/** A part without a file is missing. `problems` are sentences. */
export type PresentationFiles = { found: Partial<StoredPresentation>; problems: string[] }

export async function readPresentationFolder(folder: string): Promise<PresentationFiles> {
  const [lines, quiz] = [
    await readPart(folder, 'lines.json', linesFile),
    await readPart(folder, 'quiz.json', storedQuiz),
  ]
  return {
    found: {
      ...(lines.data === undefined ? {} : { lines: lines.data }),
      ...(quiz.data === undefined ? {} : { quiz: quiz.data }),
    },
    problems: [...lines.problems, ...quiz.problems],
  }
}

async function readPart<S extends z.ZodMiniType>(
  folder: string,
  name: string,
  schema: S,
): Promise<{ data?: z.output<S>; problems: string[] }> {
  const bytes = await readFile(join(folder, name)).catch(nullWhenMissing)
  if (bytes === null) return { problems: [] }
  let value: unknown
  try {
    value = JSON.parse(decodeText(bytes))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    return { problems: [`${name}: the file is not valid JSON: ${reason}`] }
  }
  const result = z.safeParse(schema, value)
  if (result.success) return { data: result.data, problems: [] }
  return {
    problems: result.error.issues.map(({ path, message }) =>
      path.length === 0 ? `${name}: ${message}` : `${name}, ${path.join('.')}: ${message}`,
    ),
  }
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

export function filesOfLines(lines: readonly Pick<StoredLine, 'photo' | 'preview'>[] = []): string[] {
  return lines.flatMap(({ photo, preview }) => [photo, preview].flatMap((shown) => shown?.file ?? []))
}
