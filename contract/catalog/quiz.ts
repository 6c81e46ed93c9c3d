/** An answer and what it selects: lifestyle the line, load the style, color the color (R35). */
export type QuizAnswer = {
  id: string
  label: string
  hint: string
  line?: string | undefined
  style?: string | undefined
  /** `null`: left to the style answer ("Surprise me"). */
  color?: string | null | undefined
  /** Completes "We picked it because …". */
  reason?: string | undefined
  /** The drawing beside it, one of `QUIZ_DRAWINGS`. */
  drawing?: string | undefined
}

export type QuizStep = { id: string; question: string; answers: readonly QuizAnswer[] }

/**
 * The quiz of a shop. `results` maps the `quizKey` of answers to the slug of a product that has them, `closest` to one of the line that
 * comes closest.
 */
export type Quiz = {
  steps: readonly QuizStep[]
  results: Readonly<Record<string, string>>
  closest?: Readonly<Record<string, string>> | undefined
}

/**
 * The product that the quiz's answers ask for; a part that none of them asks for is `undefined`, and a color left open
 * `null`.
 */
type Asked = Record<'line' | 'style' | 'color', string | null | undefined>

/** The key of `results` and `closest` of a quiz, such as `Campus-Slim-Blue`. */
export function quizKey({ line, style, color }: Asked): string {
  return `${line}-${style}-${color}`
}

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
