import { dirname } from 'node:path'
import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'
import { expect, test } from 'vitest'
import { type VisibleText, visibleTexts } from '../harness/visible-texts.ts'

const MOST_WORDS = 20
const HIGHEST_GRADE = 8
/** Number of sentences from which an average means something. */
const ENOUGH_SENTENCES = 5

/** Sources whose texts are no sentences: words of the search. */
const NO_SENTENCES = /^storefront\/catalog\/list\/search-words\.ts$/
/** Texts that only engineers and operators read: the API document, commands and the log. */
const FOR_ENGINEERS = /^contract\/(.*schemas|catalog\/description)\.ts$|^backend\/(?!mail\/)/

const texts = ['storefront', 'admin', 'contract', 'backend']
  .flatMap(visibleTexts)
  .filter(({ file }) => !NO_SENTENCES.test(file))

const wordsOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /\w/.test(word))

/** Sentences that end as one; labels and class lists do not. */
function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => /^[A-Z"“{].*[.!?]$/.test(sentence) && / /.test(sentence))
}

test('no sentence that people read has more than 20 words: on a screen, in an email, from a command or in the API document', () => {
  const long = texts.flatMap(({ file, text }) =>
    sentencesIn(text)
      .filter((sentence) => wordsOf(sentence).length > MOST_WORDS)
      .map((sentence) => `${file}: ${sentence}`),
  )
  expect(long).toEqual([])
})

test('every screen and every group of emails reads at grade 8 at most', () => {
  const ofScreens = texts.filter(({ file }) => !FOR_ENGINEERS.test(file))
  const screens = Map.groupBy(ofScreens, ({ file }) => dirname(file))
  const grades = [...screens].flatMap(([screen, ofScreen]) => {
    const grade = gradeOf(ofScreen)
    return grade === null ? [] : [{ screen, grade }]
  })
  expect(grades.length).toBeGreaterThan(25)
  expect(grades.filter(({ grade }) => grade > HIGHEST_GRADE)).toEqual([])
})

/** The reading grade of a screen's sentences; `null` where there are few. */
function gradeOf(ofScreen: readonly VisibleText[]): number | null {
  const sentences = [...new Set(ofScreen.flatMap(({ text }) => sentencesIn(text)))]
  if (sentences.length < ENOUGH_SENTENCES) return null
  const words = sentences.flatMap(wordsOf)
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0)
  return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables })
}

test('a text that is hard to read has a higher grade', () => {
  const hard = 'Organizational reconciliation necessitates administrative authorization of transactional discrepancies.'
  const text = Array.from({ length: ENOUGH_SENTENCES }, (_, index) => `${hard.slice(0, -1)} ${index}.`).join(' ')
  expect(gradeOf([{ file: 'some.tsx', text }])).toBeGreaterThan(HIGHEST_GRADE)
})
