import type { Quiz } from '@shop/contract/catalog/quiz'
import { asCount, asList, asRecord } from '@shop/contract/http/coercion'
import { useState } from 'react'
import { readTabStored, writeTabStored } from '../data/storage.ts'
import { useLocation, useNavigate } from '../router/router.tsx'
import { useHydrated } from '../ui/hydrated.tsx'
import { findAnswers } from './quiz.ts'
import { sharedAnswers, withAnswers } from './quiz-place.tsx'

const STORAGE_KEY = 'quiz'

/** `step` is counted from 0; after the last step the result is shown. Answers are kept when going back. */
export type Progress = { step: number; answers: readonly string[] }

const FIRST_STEP: Progress = { step: 0, answers: [] }

/**
 * State of the quiz. It survives a reload of the tab; the URL of a finished quiz can be shared. The server's page, which is
 * the same for everyone, has the first question. `isAnswered`: on this visit of the page.
 */
export function useQuiz(quiz: Quiz) {
  const { search, state, hash } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [earlier] = useState<Progress>(() => sharedProgress(quiz, search) ?? storedProgress(quiz))
  const [progress, setProgress] = useState<Progress | null>(null)

  const { step, answers } = progress ?? (hydrated ? earlier : FIRST_STEP)

  function goTo(next: Progress): void {
    setProgress(next)
    writeTabStored(STORAGE_KEY, next)
    const wanted = withAnswers(search, next.step === quiz.steps.length ? next.answers : [])
    if (wanted !== search) navigate({ search: wanted, hash }, { replace: true, state, preventScrollReset: true })
  }

  return {
    step,
    answers,
    isAnswered: progress !== null,
    choose: (id: string) =>
      goTo({ step: step + 1, answers: [...answers.slice(0, step), id, ...answers.slice(step + 1)] }),
    back: () => goTo({ answers, step: step - 1 }),
    retake: () => goTo(FIRST_STEP),
  }
}

/** The finished quiz in the URL; `null` when there is none or it is invalid. */
function sharedProgress(quiz: Quiz, search: string): Progress | null {
  const answers = sharedAnswers(search)
  return findAnswers(quiz, answers) === null ? null : { step: quiz.steps.length, answers }
}

/** The stored state of this tab, as far as the quiz still offers it. */
function storedProgress(quiz: Quiz): Progress {
  const stored = asRecord(readTabStored(STORAGE_KEY))
  const answers = knownAnswers(quiz, asList(stored?.answers))
  return { step: Math.min(asCount(stored?.step) ?? 0, answers.length), answers }
}

function knownAnswers(quiz: Quiz, ids: readonly unknown[]): string[] {
  const answers: string[] = []
  for (const step of quiz.steps) {
    const answer = step.answers.find(({ id }) => id === ids[answers.length])
    if (answer === undefined) break
    answers.push(answer.id)
  }
  return answers
}
