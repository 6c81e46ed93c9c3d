import type { QuizAnswer, QuizStep as Step } from '@shop/contract/quiz'
import { useId } from 'react'
import { AnswerDrawing } from './answer-drawing.tsx'
import { QuestionHeading } from './question-heading.tsx'

type QuizStepProps = {
  question: Step
  /** From 1. */
  number: number
  /** How many steps there are. */
  of: number
  /** The earlier answer, after going back to this step. */
  chosen: string | null
  onChoose: (id: string) => void
}

/** A question with its answers as tiles; choosing one continues. */
export function QuizStep({ question, number, of, chosen, onChoose }: QuizStepProps) {
  return (
    <fieldset className="flex min-w-0 grow flex-col">
      <legend data-quiz-focus tabIndex={-1} className="w-full">
        <QuestionHeading number={number} of={of} question={question.question} />
      </legend>
      <div className="mt-5 grid grow auto-rows-fr content-stretch gap-3 md:mt-7">
        {question.answers.map((answer) => (
          <Tile key={answer.id} answer={answer} chosen={answer.id === chosen} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  )
}

type TileProps = { answer: QuizAnswer; chosen: boolean; onChoose: (id: string) => void }

function Tile({ answer, chosen, onChoose }: TileProps) {
  const hint = useId()
  return (
    <button
      type="button"
      aria-label={chosen ? `${answer.label}, your answer so far` : answer.label}
      aria-describedby={hint}
      onClick={() => onChoose(answer.id)}
      className={`group grid min-h-22 grid-cols-[3.5rem_1fr] items-center gap-4 rounded-md border bg-card px-4 py-3 text-left transition-colors hover:border-clay hover:bg-paper md:grid-cols-[4rem_1fr] md:gap-6 md:px-6 ${chosen ? 'border-clay bg-paper' : 'border-line'}`}
    >
      <AnswerDrawing id={answer.id} />
      <span>
        <span className="block text-lg font-semibold group-hover:text-clay">{answer.label}</span>
        <span id={hint} className="block text-ink-soft">
          {answer.hint}
        </span>
      </span>
    </button>
  )
}
