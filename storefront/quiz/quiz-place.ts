/** The quiz's heading, which links to it name. */
export const QUIZ_HEADING_ID = 'quiz'

/** Scrolls to the quiz and moves focus to its heading, so that a keyboard goes on from there. */
export function showQuiz(): void {
  const heading = document.getElementById(QUIZ_HEADING_ID)
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
}
