/** An answer and what it selects: lifestyle the line, load the style, color the color (R35). */
export type QuizAnswer = {
  id: string
  label: string
  hint: string
  line?: string | undefined
  style?: string | undefined
  /** `null`: left to the style answer ("Surprise me"). */
  color?: string | null | undefined
  /** Continues a sentence that starts with "Because". */
  reason?: string | undefined
}

export type QuizStep = { id: string; question: string; answers: readonly QuizAnswer[] }

/** The quiz of a shop. `results` maps `Line-style-Color` to a product's slug. */
export type Quiz = { steps: readonly QuizStep[]; results: Readonly<Record<string, string>> }
