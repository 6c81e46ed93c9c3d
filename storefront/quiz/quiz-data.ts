import table from '../../catalog/quiz.json'
import type { Quiz } from './quiz.ts'

/** The questions, answers and results, as the catalog holds them. */
export const quiz: Quiz = table
