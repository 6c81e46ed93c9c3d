import type { Quiz } from '@shop/contract/quiz'
import { ShopLink } from '../links/shop-link.tsx'
import { CLEAR_LINK } from '../ui/link-class.ts'
import { QuestionHeading } from './question-heading.tsx'

/** The first question as text, at its final position: until the quiz's code is loaded, and without scripts. */
export function QuizPreview({ quiz }: { quiz: Quiz }) {
  const [first] = quiz.steps
  if (first === undefined) return null
  return (
    <>
      <p>
        <QuestionHeading number={1} of={quiz.steps.length} question={first.question} />
      </p>
      <ul className="mt-5 grid grow auto-rows-fr gap-3 text-ink-soft md:mt-7">
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
