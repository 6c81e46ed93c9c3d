import type { Quiz } from '../catalog/quiz.ts'
import type { AdminSettings } from '../settings/admin.ts'

/** The default number of days after delivery in which a return is accepted (section 9). */
export const RETURN_DAYS = 15

/** The number of pictures on the home page, each of a line or of a product. */
export const HOME_PREVIEWS = 3

/** The shop's settings that are sent with every page. */
export type ShopSettings = Omit<
  AdminSettings,
  'shopAddress' | 'orders' | 'openNotices' | 'capture' | 'shipDays' | 'wholesalePercent' | 'timeZone'
>

export type ShopPicture = { file: string; alt: string }

export type ShopLine = {
  line: string
  /** Continues the name, such as "for school". */
  words: string | null
  /** A sentence of its own. */
  text: string | null
  /** A wide photograph with a calm left third. */
  photo: ShopPicture | null
  preview: ShopPicture | null
  /** Whether it is on the home page and on About; other lines are in the product list only. */
  featured: boolean
  /** Ids of the products that go with those of the line, such as a cover; one color of each is enough. */
  goes_with: string[]
}

/** A picture of the home page, with the line or product that it shows. */
export type HomePreview = ShopPicture & { name: string; words: string | null }

export type Presentation = { lines: readonly ShopLine[]; previews: readonly HomePreview[]; quiz: Quiz | null }

/** The words and pictures of pages and of the return policy that the family has changed; the rest has its defaults. */
export type PageTexts = {
  words: Readonly<Record<string, string>>
  photos: Readonly<Record<string, PagePhoto>>
  returnDays: number
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
 * The shop as every page knows it. Without a presentation it shows what the products say; without `orders` they are
 * paused (R37); without `codes` there is no discount code, or orders are paused.
 */
export type Shop = ShopSettings &
  Partial<Presentation> &
  Partial<PageTexts> & {
    orders?: 'open'
    codes?: true
    /** The year where the shop is, when the page was rendered. */
    year?: number
  }

/** The shop as components read it: words are empty where the family has none. */
export type KnownShop = Shop & Pick<PageTexts, 'words'>
