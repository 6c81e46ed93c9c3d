import { findAnswers } from '@shop/contract/quiz'
import { ArrowLeft } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { quiz } from './quiz-data.ts'
import { QuizResult } from './quiz-result.tsx'
import { QuizStep } from './quiz-step.tsx'
import { useQuiz } from './use-quiz.ts'

/** One question at a time, then the result. Focus goes to what is new, so that a keyboard alone is enough. */
export function QuizSteps() {
  const { step, answers, choose, back, retake } = useQuiz()
  const place = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)

  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    place.current?.querySelector<HTMLElement>('[data-quiz-focus]')?.focus()
  }, [step])

  const question = quiz.steps[step]
  const given = findAnswers(quiz, answers)
  return (
    <div ref={place} key={step} className="rise flex grow flex-col" onClickCapture={stopSecondClick}>
      {question !== undefined && (
        <QuizStep question={question} number={step + 1} chosen={answers[step] ?? null} onChoose={choose} />
      )}
      {question !== undefined && step > 0 && <BackButton className="mt-3 self-start" onBack={back} />}
      {question === undefined && given !== null && (
        <QuizResult answers={given} onRetake={retake} back={<BackButton className="" onBack={back} />} />
      )}
    </div>
  )
}

/** A double click answers one question: its second click would hit what has just come into the place of the first. */
function stopSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

function BackButton({ className, onBack }: { className: string; onBack: () => void }) {
  return (
    <button
      type="button"
      onClick={onBack}
      className={`-ml-1 inline-flex min-h-11 items-center gap-2 px-1 font-medium hover:text-clay ${className}`}
    >
      <ArrowLeft aria-hidden size={18} strokeWidth={1.75} />
      Back
    </button>
  )
}
