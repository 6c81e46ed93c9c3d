import type { Quiz, QuizAnswer, QuizStep as Step } from '@shop/contract/catalog/quiz'
import { Suspense, useId } from 'react'
import { ButtonLink } from '../links/shop-link.tsx'
import { ErrorBoundary } from '../router/error-boundary.tsx'
import { CodeLoadError, lazyComponent, resetFailedLoad, useCodeRetry } from '../router/lazy-component.ts'
import { BackButton } from '../ui/button.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { AnswerDrawing } from './answer-drawing.tsx'
import { findAnswers } from './quiz.ts'
import { answerRows, QuestionHeading, showQuiz } from './quiz-place.tsx'
import { useQuiz } from './use-quiz.ts'

const QuizResult = lazyComponent('the match of the quiz', async () => (await import('./quiz-result.tsx')).QuizResult)

/** One question at a time, then the result. New content gets the focus, for keyboard users. */
export function QuizSteps({ quiz }: { quiz: Quiz }) {
  const { step, answers, isAnswered, choose, back, retake } = useQuiz(quiz)

  function handleChoose(id: string): void {
    // A failed preload is repeated once the match is rendered.
    QuizResult.preload().catch(() => {})
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
    // A page that was reloaded takes no focus for the question that its visitor had come to.
    <div
      ref={isAnswered ? focusQuestion : undefined}
      key={step}
      className={`${isAnswered ? 'rise ' : ''}flex grow flex-col`}
    >
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
        <ErrorBoundary
          resetKey="quiz"
          onError={resetFailedLoad}
          fallback={(error, reset) => <MatchFailed error={error} onLoaded={reset} />}
        >
          <Suspense fallback={<p role="status">Finding your match…</p>}>
            <QuizResult
              quiz={quiz}
              answers={given}
              isNew={isAnswered}
              onRetake={retake}
              back={<BackButton onBack={handleBack} />}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

function focusQuestion(step: HTMLElement | null): void {
  step?.querySelector<HTMLElement>('[data-quiz-focus]')?.focus()
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

type QuizStepProps = {
  question: Step
  /** From 1. */
  number: number
  of: number
  /** The earlier answer, after going back to this step. */
  chosen: string | null
  onChoose: (id: string) => void
}

function QuizStep({ question, number, of, chosen, onChoose }: QuizStepProps) {
  return (
    <fieldset className="flex min-w-0 grow flex-col">
      <legend data-quiz-focus tabIndex={-1} className="w-full">
        <QuestionHeading number={number} of={of} question={question.question} />
      </legend>
      <div className={`mt-5 grid grow grid-cols-1 content-stretch gap-3 md:mt-7 ${answerRows(question.answers)}`}>
        {question.answers.map((answer) => (
          <Tile key={answer.id} answer={answer} chosen={answer.id === chosen} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  )
}

function Tile({ answer, chosen, onChoose }: { answer: QuizAnswer; chosen: boolean; onChoose: (id: string) => void }) {
  const hint = useId()
  return (
    <button
      type="button"
      // Pressed before the questions are there, the last one counts (`inline/start.ts`).
      name="answer"
      aria-label={chosen ? `${answer.label}, your answer so far` : answer.label}
      aria-describedby={hint}
      onClick={() => onChoose(answer.id)}
      className={`stacked group grid min-h-22 min-w-0 grid-cols-[min(3.5rem,22%)_minmax(0,1fr)] items-center gap-4 rounded-md border bg-card px-4 py-3 text-left wrap-break-word transition-colors hover:border-clay hover:bg-paper md:grid-cols-[4rem_1fr] md:gap-6 md:px-6 ${chosen ? 'border-clay bg-paper' : 'border-line'}`}
    >
      <AnswerDrawing answer={answer} />
      <span>
        <span className="block text-lg font-semibold group-hover:text-clay">{answer.label}</span>
        <span id={hint} className="block text-ink-soft">
          {answer.hint}
        </span>
      </span>
    </button>
  )
}

type MatchFailedProps = { error: unknown; onLoaded: () => void }

/** Shown instead of a match whose code failed to load or render; the rest of the page works. */
function MatchFailed({ error, onLoaded }: MatchFailedProps) {
  const unloaded = error instanceof CodeLoadError
  return (
    <div role="alert" className="flex grow flex-col items-start justify-center gap-5">
      <p className="max-w-[44ch] text-lg">
        {unloaded
          ? 'We couldn’t load your match. Check your connection, or browse the collection.'
          : 'Our quiz isn’t working. It’s our fault, not your connection. Browse the collection instead.'}
      </p>
      <div className="buttons">
        {unloaded && <Retry error={error} onLoaded={onLoaded} />}
        <ButtonLink to="/shop" variant="outline">
          See the collection
        </ButtonLink>
      </div>
    </div>
  )
}

function Retry({ error, onLoaded }: MatchFailedProps & { error: CodeLoadError }) {
  const { busy, retry } = useCodeRetry(error.retry, onLoaded)
  return <TryAgain busy={busy} onRetry={retry} onReplaced={showQuiz} />
}
