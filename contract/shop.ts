import type { AdminSettings } from './admin/settings.ts'
import type { Quiz } from './quiz.ts'

/** The shop's settings that are sent with every page. */
export type ShopSettings = Omit<AdminSettings, 'postalAddress'>

/** A photograph of the catalog, by the name of its file. */
export type ShopPicture = { file: string; alt: string }

/** A line of products as pages present it. */
export type ShopLine = {
  line: string
  /** Continues the name, such as "for school". */
  words: string | null
  /** A sentence of its own. */
  text: string | null
  /** A wide photograph with a calm left third. */
  photo: ShopPicture | null
  /** A picture of one of its products. */
  preview: ShopPicture | null
  /** Shown on the home page and on About; other lines are in the product list alone. */
  featured: boolean
}

/** A picture of the home page, with the line or product that it shows. */
export type HomePreview = ShopPicture & { name: string; words: string | null }

/** How the shop presents its catalog: what there is of lines and quiz, ready for pages. */
export type Presentation = { lines: readonly ShopLine[]; previews: readonly HomePreview[]; quiz: Quiz | null }

/** What every page knows of its shop. Without a presentation it shows what the products say. */
export type Shop = ShopSettings & Partial<Presentation>
