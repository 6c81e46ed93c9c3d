/** The search parameter of a shared result: `/?quiz=school.light.classic.blue`. */
const NAME = 'quiz'

/** The answers' ids in a URL; not validated against the quiz. */
export function sharedAnswers(search: string): string[] {
  const text = new URLSearchParams(search).get(NAME) ?? ''
  return text === '' ? [] : text.split('.')
}

/** Whether the URL has a result; small, so that the page knows before the quiz's code is loaded. */
export function hasSharedResult(search: string): boolean {
  return sharedAnswers(search).length > 0
}

/** The URL's search part with these answers, or without any. */
export function withAnswers(search: string, answers: readonly string[]): string {
  const params = new URLSearchParams(search)
  params.delete(NAME)
  if (answers.length > 0) params.set(NAME, answers.join('.'))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
