import type { PageTexts, Presentation } from '@shop/contract/pages/shop'
import { loadPresentation, readPresentation } from '../catalog/lines/presentation.ts'
import type { Database } from '../platform/database/database.ts'
import { readPageTexts, toPageTexts } from './texts/shown-texts.ts'

/** Lines, quiz, and edited texts and pictures. */
type Shown = Presentation & Partial<PageTexts>

export async function readShown(database: Database): Promise<Shown> {
  const presentation = await readPresentation(database)
  return { ...presentation, ...(await readPageTexts(database, presentation.quiz !== null)) }
}

/** From the catalog folder, without a database. */
export async function loadShown(): Promise<Shown> {
  const presentation = await loadPresentation()
  return { ...presentation, ...toPageTexts({}, { media: [], hasQuiz: presentation.quiz !== null }) }
}
