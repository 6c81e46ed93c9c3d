import { plural } from '@shop/contract/plural'
import type { Quiz } from '@shop/contract/shop'
import { Suspense, useEffect, useRef, useState } from 'react'
import { ButtonLink, ShopLink } from '../links/shop-link.tsx'
import { ErrorBoundary } from '../router/error-boundary.tsx'
import { CodeLoadError, lazyComponent, resetFailedLoad, useCodeRetry } from '../router/lazy-component.ts'
import { useLocation } from '../router/router.tsx'
import { CLEAR_LINK } from '../ui/button.tsx'
import { useInView } from '../ui/in-view.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { answerRows, hasSharedResult, QUIZ_HEADING_ID, QuestionHeading, showQuiz } from './quiz-place.tsx'

const QuizSteps = lazyComponent('the quiz', async () => (await import('./quiz-steps.tsx')).QuizSteps)

/**
 * The backpack match quiz (R35). The server renders heading, panel and first question; the quiz is loaded when it comes
 * into view and replaces them.
 */
export function QuizSection({ quiz }: { quiz: Quiz }) {
  const ref = useRef<HTMLElement>(null)
  const near = useInView(ref)
  const { search } = useLocation()
  // Finishing the quiz changes the URL too; only the result that the page was opened with is opened.
  const [openedShared] = useState(() => hasSharedResult(search))

  // A shared result is rendered at once.
  useEffect(() => {
    if (openedShared) showQuiz()
  }, [openedShared])

  return (
    <section ref={ref} aria-labelledby={QUIZ_HEADING_ID} className="shell pt-16 md:pt-28">
      <div className="quiz-panel grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] rounded-lg border border-line bg-card lg:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-1">
        <div className="px-5 pt-7 md:px-8 md:pt-8 lg:border-r lg:border-line lg:p-12">
          <h2
            id={QUIZ_HEADING_ID}
            tabIndex={-1}
            className="scroll-mt-[calc(var(--header-height)+3rem)] font-display text-2xl font-semibold md:text-3xl"
          >
            Which one is yours?
          </h2>
          <p className="mt-3 max-w-[44ch] text-ink-soft lg:mt-5">
            {countQuestions(quiz.steps.length)}, and the one bag that fits your days.
          </p>
        </div>
        <div className="flex flex-col px-5 pt-6 pb-5 md:p-8 lg:p-12">
          {near ? (
            <ErrorBoundary
              resetKey="quiz"
              onError={resetFailedLoad}
              fallback={(error, reset) => <QuizFailed error={error} onLoaded={reset} />}
            >
              <Suspense fallback={<QuizPreview quiz={quiz} />}>
                <QuizSteps quiz={quiz} />
              </Suspense>
            </ErrorBoundary>
          ) : (
            <QuizPreview quiz={quiz} />
          )}
        </div>
      </div>
    </section>
  )
}

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']

function countQuestions(count: number): string {
  return `${COUNTS[count] ?? count} short ${plural(count, 'question')}`
}

/** The first question as text, at its final position: until the quiz's code is loaded, and without scripts. */
function QuizPreview({ quiz }: { quiz: Quiz }) {
  const [first] = quiz.steps
  if (first === undefined) return null
  return (
    <>
      <p>
        <QuestionHeading number={1} of={quiz.steps.length} question={first.question} />
      </p>
      <ul className={`mt-5 grid grow gap-3 text-ink-soft md:mt-7 ${answerRows(first.answers)}`}>
        {first.answers.map(({ id, label }) => (
          <li key={id} className="flex min-h-22 items-center rounded-md border border-line px-4 md:px-6">
            {label}
          </li>
        ))}
      </ul>
      <noscript>
        <p className="mt-3">
          The questions need JavaScript.{' '}
          <ShopLink to="/shop" className={CLEAR_LINK}>
            See the backpacks
          </ShopLink>
        </p>
      </noscript>
    </>
  )
}

type QuizFailedProps = { error: unknown; onLoaded: () => void }

/** Shown in place of a quiz that failed to load or render; the rest of the page works. */
function QuizFailed({ error, onLoaded }: QuizFailedProps) {
  const unloaded = error instanceof CodeLoadError
  return (
    <div role="alert" className="flex grow flex-col items-start justify-center gap-5">
      <p className="max-w-[44ch] text-lg">
        {unloaded
          ? 'The questions could not be loaded. Please check your connection, or look through the collection.'
          : 'Something is wrong with our quiz; the fault is ours, not your connection. Have a look through the collection.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {unloaded && <Retry error={error} onLoaded={onLoaded} />}
        <ButtonLink to="/shop" variant="outline">
          See the backpacks
        </ButtonLink>
      </div>
    </div>
  )
}

function Retry({ error, onLoaded }: QuizFailedProps & { error: CodeLoadError }) {
  const { busy, retry } = useCodeRetry(error.retry, onLoaded)
  return <TryAgain busy={busy} onRetry={retry} onReplaced={showQuiz} />
}
