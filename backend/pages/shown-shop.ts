import type { PageTexts, Presentation } from '@shop/contract/pages/shop'
import { loadPresentation, readPresentation } from '../catalog/lines/presentation.ts'
import type { Database } from '../platform/database/database.ts'
import { readPageTexts, toPageTexts } from './texts/shown-texts.ts'

/** Content of every page besides the settings: lines, quiz, and edited texts and pictures. */
type Shown = Presentation & Partial<PageTexts>

export async function readShown(database: Database): Promise<Shown> {
  const presentation = await readPresentation(database)
  return { ...presentation, ...(await readPageTexts(database, presentation.quiz !== null)) }
}

/** The content of pages for a shop without a database, from the catalog folder. */
export async function loadShown(): Promise<Shown> {
  const presentation = await loadPresentation()
  return { ...presentation, ...toPageTexts({}, { media: [], hasQuiz: presentation.quiz !== null }) }
}
