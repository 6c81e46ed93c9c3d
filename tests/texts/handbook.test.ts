import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

const FOLDER = join(ROOT, 'docs/handbook')
const CONTENTS = 'README.md'
/** About a screen of a laptop. */
const MOST_LINES = 42
const MOST_WORDS_OF_A_SENTENCE = 20
const MOST_BYTES = 43_000
const MOST_BYTES_OF_PICTURES = 2_000_000

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.md'))
const pages = files.filter((file) => file !== CONTENTS)
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

/** Every text of the screens: the sources of the admin and of the contract, on one line. */
const screens = ['admin', 'contract']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|testing|help)\//.test(file))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  )
  .join('\n')
  .replace(/\s+/g, ' ')

/** Whether a text stands on a screen as a whole, or before or after what a screen fills in. */
function isOnScreen(words: string): boolean {
  const text = words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`(['"\`>}] ?|\\n)${text}(:? ?['"\`<{]|\\$| ?\\$\\{)`).test(screens)
}

/** Endings that a sentence adds to the words of a screen, or a button that sends an email. */
const ADDED = /( and send|[.:])$/

/** The words in bold. */
function boldIn(page: string): string[] {
  return [...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words)
}

/** Sentences of a page, without tables, code and the addresses of links and pictures. */
function sentencesIn(page: string): string[] {
  return page
    .split('\n')
    .filter((line) => !/^[|#!]/.test(line))
    .map((line) => line.replace(/^(\d+\.|-) /, '').replace(/\]\([^)]*\)/g, ']'))
    .flatMap((line) => line.split(/(?<=[.!?:])\s+/))
}

const wordsOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length

test.each(pages)('%s is short, and says first what one gets', (file) => {
  const page = read(file)
  const [title = '', summary = ''] = page.split(/\n{2,}/)
  expect(title).toMatch(/^# [A-Z].*[^.]$/)
  expect(summary).toMatch(/^[A-Z].*\.$/)
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES)
  expect(sentencesIn(page).filter((sentence) => wordsOf(sentence) > MOST_WORDS_OF_A_SENTENCE)).toEqual([])
  expect(page).not.toMatch(/<\w/)
})

test.each(pages)('%s uses the words of the screens', (file) => {
  const bold = boldIn(read(file))
  expect(bold.filter((words) => !isOnScreen(words) && !isOnScreen(words.replace(ADDED, '')))).toEqual([])
})

test.each(files)('%s leads only to pages and pictures that exist', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)].flatMap(([, to = '']) => to)
  const names = [...files, ...pictures().map((name) => `pictures/${name}`)]
  expect(links.filter((to) => !to.startsWith('https://') && !names.includes(to))).toEqual([])
})

test('words that no screen says are found', () => {
  expect(isOnScreen('Preview email')).toBe(true)
  expect(isOnScreen('Preview mail')).toBe(false)
  expect(isOnScreen('review emai')).toBe(false)
})

test('every page is in the contents, and every picture in a page', () => {
  expect(pages.filter((file) => !read(CONTENTS).includes(`](${file})`))).toEqual([])
  const all = pages.map(read).join('\n')
  expect(pictures().filter((name) => !all.includes(`](pictures/${name})`))).toEqual([])
})

test('the handbook stays small', () => {
  expect(files.reduce((sum, file) => sum + Buffer.byteLength(read(file)), 0)).toBeLessThanOrEqual(MOST_BYTES)
  const bytes = pictures().map((name) => statSync(join(FOLDER, 'pictures', name)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES_OF_PICTURES)
})

test('the handbook says what to do when the phone or the password is lost', () => {
  const page = read('when-you-cannot-sign-in.md')
  for (const words of ['Replace the app', 'Forgot password?', 'owner reset']) expect(page).toContain(words)
})

function pictures(): string[] {
  return readdirSync(join(FOLDER, 'pictures')).filter((name) => name.endsWith('.jpg'))
}
