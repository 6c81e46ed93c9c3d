export const QUIZ_HEADING_ID = 'quiz'

/** Scrolls to the quiz and focuses its heading, so keyboard users continue there. */
export function showQuiz(): void {
  const heading = document.getElementById(QUIZ_HEADING_ID)
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
}

/** The search parameter of a shared result: `/?quiz=school.light.classic.blue`. */
const PLACE_NAME = 'quiz'

/** The answers' ids in a URL; not validated against the quiz. */
export function sharedAnswers(search: string): string[] {
  const text = new URLSearchParams(search).get(PLACE_NAME) ?? ''
  return text === '' ? [] : text.split('.')
}

/** Whether the URL has a result; small, so the page knows before the quiz's code is loaded. */
export function hasSharedResult(search: string): boolean {
  return sharedAnswers(search).length > 0
}

export function withAnswers(search: string, answers: readonly string[]): string {
  const params = new URLSearchParams(search)
  params.delete(PLACE_NAME)
  if (answers.length > 0) params.set(PLACE_NAME, answers.join('.'))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** How answers are laid out: more than three stand side by side where there is room. */
export function answerRows({ length }: readonly unknown[]): string {
  return length > 3 ? 'auto-rows-[minmax(7rem,1fr)] md:grid-cols-2' : 'auto-rows-fr'
}

export function QuestionHeading({ number, of, question }: { number: number; of: number; question: string }) {
  return (
    <>
      <span className="block text-sm font-medium text-ink-soft">
        Step {number} of {of}
      </span>
      <span aria-hidden className="mt-2 flex gap-1.5">
        {Array.from({ length: of }, (_, index) => index).map((index) => (
          <span
            key={index}
            className={`step-bar h-1 w-8 rounded-full ${index < number ? 'bg-clay' : 'bg-line'}`}
            data-filled={index < number || undefined}
          />
        ))}
      </span>
      <span className="mt-5 block font-display text-xl font-semibold text-balance md:text-2xl">{question}</span>
    </>
  )
}
