import type { Quiz } from '@shop/contract/quiz'
import { ArrowLeft } from 'lucide'
import { useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import { findAnswers } from './quiz.ts'
import { QuizResult } from './quiz-result.tsx'
import { QuizStep } from './quiz-step.tsx'
import { useQuiz } from './use-quiz.ts'

/** One question at a time, then the result. New content gets the focus, for keyboard users. */
export function QuizSteps({ quiz }: { quiz: Quiz }) {
  const { step, answers, choose, back, retake } = useQuiz(quiz)
  const place = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)

  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    place.current?.querySelector<HTMLElement>('[data-quiz-focus]')?.focus()
  }, [step])

  function handleChoose(id: string): void {
    ignoreRestOfDoubleClick()
    choose(id)
  }

  function handleBack(): void {
    ignoreRestOfDoubleClick()
    back()
  }

  const question = quiz.steps[step]
  const given = findAnswers(quiz, answers)
  return (
    <div ref={place} key={step} className="rise flex grow flex-col">
      {question !== undefined && (
        <QuizStep
          question={question}
          number={step + 1}
          of={quiz.steps.length}
          chosen={answers[step] ?? null}
          onChoose={handleChoose}
        />
      )}
      {question !== undefined && step > 0 && <BackButton className="mt-3 self-start" onBack={handleBack} />}
      {question === undefined && given !== null && (
        <QuizResult
          quiz={quiz}
          answers={given}
          onRetake={retake}
          back={<BackButton className="" onBack={handleBack} />}
        />
      )}
    </div>
  )
}

/** Ignores the second click of a double click, which would hit whatever is under the pointer by then. */
function ignoreRestOfDoubleClick(): void {
  function handleClick(event: MouseEvent): void {
    if (event.detail > 1) {
      event.preventDefault()
      event.stopPropagation()
    } else window.removeEventListener('click', handleClick, true)
  }
  window.addEventListener('click', handleClick, true)
}

function BackButton({ className, onBack }: { className: string; onBack: () => void }) {
  return (
    <button
      type="button"
      onClick={onBack}
      className={`-ml-1 inline-flex min-h-11 items-center gap-2 px-1 font-medium hover:text-clay ${className}`}
    >
      <Icon icon={ArrowLeft} size={18} />
      Back
    </button>
  )
}
