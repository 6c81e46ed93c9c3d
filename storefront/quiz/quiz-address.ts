/** The search parameter of a shared result: `/?quiz=school.light.classic.blue`. */
const NAME = 'quiz'

/** The answers that an address carries, as ids; not checked against the quiz yet. */
export function sharedAnswers(search: string): string[] {
  const text = new URLSearchParams(search).get(NAME) ?? ''
  return text === '' ? [] : text.split('.')
}

/** True when the address asks for a result; light, so that the page knows it before the quiz's code is there. */
export function hasSharedResult(search: string): boolean {
  return sharedAnswers(search).length > 0
}

/** The address's search part with these answers in it, or without any. */
export function withAnswers(search: string, answers: readonly string[]): string {
  const params = new URLSearchParams(search)
  params.delete(NAME)
  if (answers.length > 0) params.set(NAME, answers.join('.'))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
