import table from '../../catalog/quiz.json'
import type { Quiz } from './quiz.ts'

/** The questions, answers and results of the catalog. */
export const quiz: Quiz = table
