import type { Quiz } from '../catalog/quiz.ts'
import type { AdminSettings } from '../settings/admin.ts'

/** How long after delivery a return is accepted (section 9), in days, as long as the family has not changed it. */
export const RETURN_DAYS = 15

/** How many pictures the home page has, each of a line or of a product. */
export const HOME_PREVIEWS = 3

/** The shop's settings that are sent with every page. */
export type ShopSettings = Omit<
  AdminSettings,
  'postalAddress' | 'orders' | 'openNotices' | 'capture' | 'shipDays' | 'wholesalePercent' | 'timeZone'
>

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
  /** Ids of the products that go with those of the line, such as a cover; one color of each is enough. */
  goes_with: string[]
}

/** A picture of the home page, with the line or product that it shows. */
export type HomePreview = ShopPicture & { name: string; words: string | null }

/** How the shop presents its catalog: what there is of lines and quiz, ready for pages. */
export type Presentation = { lines: readonly ShopLine[]; previews: readonly HomePreview[]; quiz: Quiz | null }

/**
 * What the family made of the words and pictures of pages and of the return policy; what is absent is as the shop's own code
 * says.
 */
export type PageTexts = {
  /** By the names of `page-words/` and `return-policy.ts`. */
  words: Readonly<Record<string, string>>
  photos: Readonly<Record<string, PagePhoto>>
  /** For how many days after delivery a return is accepted. */
  returnDays: number
  /** Also what was used is taken back. */
  returnsUsed: true
}

/** A picture of a page, with its size in pixels. `portrait` is another crop for narrow windows, `null` without one. */
export type PagePhoto = {
  src: string
  alt: string
  width: number
  height: number
  portrait?: { src: string; media: string; width: number; height: number } | null
}

/**
 * What every page knows of its shop. Without a presentation it shows what the products say; without `orders` they are
 * paused (R37); without `codes` there is no discount code, or orders are paused.
 */
export type Shop = ShopSettings & Partial<Presentation> & Partial<PageTexts> & { orders?: 'open'; codes?: true }

/** The same as components read it: without words of the family there are none. */
export type KnownShop = Shop & Pick<PageTexts, 'words'>
