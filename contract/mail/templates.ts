import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'

export const SUBJECT_LENGTH = 200
export const BODY_LENGTH = 5000

const wirePlaceholder = z.object({
  name: z.string(),
  example: z.string(),
  /** The email is useless or unlawful without it. */
  needed: z.boolean(),
  /** It fills a paragraph of its own, which is omitted where the value is empty. */
  alone: z.boolean(),
})
export type Placeholder = z.infer<typeof wirePlaceholder>

export type MailWords = { subject: string; body: string }

/** A problem in a line of the body, from 1, in the subject (0), or with the whole (`null`). */
export type TextProblem = { line: number | null; message: string }

const PLACEHOLDER_PATTERN = /\{(\w+)\}/g
export const LINE_BREAK = /[\r\n\u2028\u2029]/

export function findTextProblems(placeholders: readonly Placeholder[], { subject, body }: MailWords): TextProblem[] {
  return [
    ...subjectProblems(placeholders, subject),
    ...lengthProblems(body),
    ...body.split('\n').flatMap((line, index, lines) => {
      const standsAlone = isEmpty(lines[index - 1]) && isEmpty(lines[index + 1])
      return lineProblems(placeholders, line, standsAlone).map((message) => ({ line: index + 1, message }))
    }),
    ...placeholders
      .filter(({ name, needed }) => needed && !body.includes(`{${name}}`))
      .map(({ name }) => ({ line: null, message: `This email needs {${name}}.` })),
  ]
}

function isEmpty(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

function lengthProblems(body: string): TextProblem[] {
  if (body.trim() === '') return [{ line: null, message: 'The email is empty.' }]
  if (body.length <= BODY_LENGTH) return []
  return [{ line: null, message: `The email is longer than ${BODY_LENGTH} characters.` }]
}

function subjectProblems(placeholders: readonly Placeholder[], subject: string): TextProblem[] {
  const messages = lineProblems(placeholders, subject, false)
  if (subject.trim() === '') messages.push('The subject is empty.')
  if (LINE_BREAK.test(subject)) messages.push('The subject has to be one line.')
  if (subject.length > SUBJECT_LENGTH) messages.push(`The subject is longer than ${SUBJECT_LENGTH} characters.`)
  return messages.map((message) => ({ line: 0, message }))
}

function lineProblems(placeholders: readonly Placeholder[], line: string, standsAlone: boolean): string[] {
  const problems: string[] = []
  for (const [written, name = ''] of line.matchAll(PLACEHOLDER_PATTERN)) {
    const placeholder = placeholders.find((one) => one.name === name)
    if (placeholder === undefined) problems.push(`This email has no placeholder ${written}.`)
    else if (placeholder.alone && !(standsAlone && line.trim() === written)) {
      problems.push(`${written} needs a paragraph of its own, with an empty line before and after it.`)
    }
  }
  if (/[{}]/.test(line.replace(PLACEHOLDER_PATTERN, ''))) problems.push('There’s a brace outside a placeholder.')
  return problems
}

/** Fills in placeholders once; inserted values are not expanded again. */
export function fillLine(line: string, values: Readonly<Record<string, string>>): string {
  return line.replace(PLACEHOLDER_PATTERN, (written, name: string) => values[name] ?? written)
}

const wireMailText = z.object({
  name: z.string(),
  title: z.string(),
  group: z.string(),
  to: z.enum(['shopper', 'family']),
  placeholders: z.array(wirePlaceholder),
  subject: z.string(),
  body: z.string(),
  own: z.object({ subject: z.string(), body: z.string() }),
  is_edited: z.boolean(),
  /** The edited text doesn't fit this version of the shop; the default is sent instead. */
  is_broken: z.boolean(),
  version: z.int(),
})
export type MailText = z.infer<typeof wireMailText>

const name = z.string().check(z.minLength(1), z.maxLength(60))
const version = z.int().check(z.minimum(0))
const subject = z.string().check(z.maxLength(SUBJECT_LENGTH))
const body = z.string().check(z.maxLength(BODY_LENGTH))
const about = z.string().check(z.trim(), z.maxLength(100))
const tried = z.object({ name, subject, body, about })

export const adminMailTexts = defineAdminCalls({
  listMailTexts: {
    method: 'GET',
    path: '/api/admin/mail-texts',
    summary: 'Lists email templates',
    description: 'Owners only. With placeholders and default texts.',
    response: z.object({ texts: z.array(wireMailText) }),
  },
  changeMailText: {
    method: 'POST',
    path: '/api/admin/mail-texts',
    summary: 'Edits an email template',
    description:
      'For emails written from now on. Refused, by line, if a placeholder is unknown, misplaced or missing. 409 if someone else edited it.',
    body: z.object({ name, subject, body, version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  resetMailText: {
    method: 'POST',
    path: '/api/admin/mail-texts/reset',
    summary: 'Resets an email template',
    description: 'To the default text, which updates may change. 409 if someone else edited it.',
    body: z.object({ name, version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  previewMailText: {
    method: 'POST',
    path: '/api/admin/mail-texts/preview',
    summary: 'Previews an unsaved email template',
    description: 'With the order in `about`, else the latest one, else an example. Sends nothing.',
    body: tried,
    response: z.object({ subject: z.string(), text: z.string(), html: z.string(), about: z.string() }),
    errors: ['not_found'],
  },
  sendMailText: {
    method: 'POST',
    path: '/api/admin/mail-texts/send',
    summary: 'Sends yourself an email template',
    description: 'With links that lead nowhere. Refused without an email server.',
    body: tried,
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
