import type { Quiz } from '@shop/contract/catalog/quiz'
import { plural } from '@shop/contract/text/plural'
import { useEffect, useState } from 'react'
import { ShopLink } from '../links/shop-link.tsx'
import { useLocation } from '../router/router.tsx'
import { CLEAR_LINK } from '../ui/button.tsx'
import { hasSharedResult, QUIZ_HEADING_ID, showQuiz } from './quiz-place.tsx'
import { QuizSteps } from './quiz-steps.tsx'

/** The backpack match quiz (R35). The server's page has the first question with its answers as buttons. */
export function QuizSection({ quiz }: { quiz: Quiz }) {
  const { search } = useLocation()
  // Finishing the quiz changes the URL too; only the result that the page was opened with is opened.
  const [openedShared] = useState(() => hasSharedResult(search))

  // A shared result is rendered at once.
  useEffect(() => {
    if (openedShared) showQuiz()
  }, [openedShared])

  return (
    <section aria-labelledby={QUIZ_HEADING_ID} className="shell pt-16 md:pt-28">
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
            {countQuestions(quiz.steps.length)} to find the one that fits your days.
          </p>
        </div>
        <div className="flex flex-col px-5 pt-6 pb-5 md:p-8 lg:p-12">
          <QuizSteps quiz={quiz} />
          <noscript>
            <p className="mt-3">
              The questions need JavaScript.{' '}
              <ShopLink to="/shop" className={CLEAR_LINK}>
                See the collection
              </ShopLink>
            </p>
          </noscript>
        </div>
      </div>
    </section>
  )
}

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']

function countQuestions(count: number): string {
  return `${COUNTS[count] ?? count} short ${plural(count, 'question')}`
}
