import type { Quiz } from '@shop/contract/quiz'
import { Suspense, useEffect, useRef, useState } from 'react'

import { lazyComponent, resetFailedLoad } from '../router/lazy-component.ts'

import { useLocation } from '../router/router.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useInView } from '../ui/use-in-view.ts'
import { hasSharedResult } from './quiz-address.ts'
import { QuizFailed } from './quiz-failed.tsx'
import { QUIZ_HEADING_ID, showQuiz } from './quiz-place.ts'
import { QuizPreview } from './quiz-preview.tsx'

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

/** 4 is "Four short questions". */
function countQuestions(count: number): string {
  return `${COUNTS[count] ?? count} short ${count === 1 ? 'question' : 'questions'}`
}
