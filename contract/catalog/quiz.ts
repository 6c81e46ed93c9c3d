/** An answer and its selection: lifestyle the line, load the style, color the color (R35). */
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
  drawing?: string | undefined
}

export type QuizStep = { id: string; question: string; answers: readonly QuizAnswer[] }

/** `results` maps a `quizKey` to the slug of the matching product, `closest` to one of the closest line. */
export type Quiz = {
  steps: readonly QuizStep[]
  results: Readonly<Record<string, string>>
  closest?: Readonly<Record<string, string>> | undefined
}

/** The selection of the answers; a part that no step asks for is `undefined`, a color left open `null`. */
type Asked = Record<'line' | 'style' | 'color', string | null | undefined>

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
