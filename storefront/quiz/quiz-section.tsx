import type { Quiz } from '@shop/contract/catalog/quiz'
import { plural } from '@shop/contract/text/plural'
import { useEffect, useState } from 'react'
import { ShopLink } from '../links/shop-link.tsx'
import { useLocation } from '../router/router.tsx'
import { CLEAR_LINK } from '../ui/button.tsx'
import { LineDrawing } from '../ui/icon.tsx'
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
        <div className="px-5 pt-7 md:px-8 md:pt-8 lg:flex lg:flex-col lg:border-r lg:border-line lg:p-12">
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
          <ThreeBags />
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

/** Fills what the heading leaves of its column on wide screens. */
function ThreeBags() {
  return (
    <LineDrawing viewBox="0 0 240 116" className="mt-auto hidden w-full text-clay lg:block">
      <path d="M6 108h228" />
      <path d="M18 100V62q0-32 29-32t29 32v38q0 8-8 8H26q-8 0-8-8z" />
      <path d="M38 31q0-10 9-10t9 10" />
      <path d="M29 108V84q0-8 8-8h20q8 0 8 8v24M29 88h36" />
      <rect x="40" y="50" width="14" height="10" rx="2" />
      <path d="M92 30q0-14 14-14h28q14 0 14 14v70q0 8-8 8h-40q-8 0-8-8z" />
      <path d="M111 16q0-10 9-10t9 10" />
      <path d="m102 42 34 10M92 76h56" />
      <rect x="113" y="86" width="14" height="10" rx="2" />
      <path d="M168 38h52v62q0 8-8 8h-36q-8 0-8-8z" />
      <rect x="164" y="26" width="60" height="12" rx="4" />
      <path d="M181 26v38M207 26v38" strokeDasharray="3 3" />
      <path d="M177 108V80q0-8 8-8h18q8 0 8 8v28" />
      <rect x="187" y="84" width="14" height="10" rx="2" />
    </LineDrawing>
  )
}

const COUNT_WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']

function countQuestions(count: number): string {
  return `${COUNT_WORDS[count] ?? count} short ${plural(count, 'question')}`
}
