/** Id of the quiz's heading, which links refer to. */
export const QUIZ_HEADING_ID = 'quiz'

/** Scrolls to the quiz and focuses its heading, so that keyboard users continue there. */
export function showQuiz(): void {
  const heading = document.getElementById(QUIZ_HEADING_ID)
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
}
