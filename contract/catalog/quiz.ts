/** What answers of the quiz ask for; what none of them asks for is `undefined`, and a color that is left open `null`. */
type Asked = Record<'line' | 'style' | 'color', string | null | undefined>

/** The key of `results` and `closest` of a quiz, such as `Campus-Slim-Blue`. */
export function quizKey({ line, style, color }: Asked): string {
  return `${line}-${style}-${color}`
}

/** What can be drawn beside an answer of the quiz. */
export const QUIZ_DRAWINGS = [
  'book',
  'bicycle',
  'mountains',
  'small',
  'large',
  'patch',
  'sunrise',
  'camp',
  'gift',
] as const
export type QuizDrawing = (typeof QUIZ_DRAWINGS)[number]
