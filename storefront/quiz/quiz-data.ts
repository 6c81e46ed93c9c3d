import type { Quiz } from '@shop/contract/quiz'
import table from '../../catalog/quiz.json'

/** The questions, answers and results, as the catalog holds them. */
export const quiz: Quiz = table
