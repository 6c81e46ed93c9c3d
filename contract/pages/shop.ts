import type { Quiz } from '../catalog/quiz.ts'
import type { AdminSettings } from '../settings/admin.ts'

export const HOME_PREVIEWS = 3

export type ShopSettings = Omit<
  AdminSettings,
  'shopAddress' | 'orders' | 'openNotices' | 'capture' | 'shipDays' | 'wholesalePercent' | 'timeZone'
>

export type ShopPicture = { file: string; alt: string }

export type ShopLine = {
  line: string
  /** Continues the name, such as "for school". */
  words: string | null
  text: string | null
  /** Wide, with a calm left third. */
  photo: ShopPicture | null
  preview: ShopPicture | null
  /** On the home page and About; other lines are in the product list only. */
  featured: boolean
  /** Products that go with those of the line, such as a cover; one color of each is enough. */
  goes_with: string[]
}

export type HomePreview = ShopPicture & { name: string; words: string | null }

export type Presentation = { lines: readonly ShopLine[]; previews: readonly HomePreview[]; quiz: Quiz | null }

/** Changed words, pictures and return policy; the rest has its defaults. */
export type PageTexts = {
  words: Readonly<Record<string, string>>
  photos: Readonly<Record<string, PagePhoto>>
  returnDays: number
  returnsUsed: true
}

/** Sizes in pixels. `portrait`: another crop for narrow windows. */
export type PagePhoto = {
  src: string
  alt: string
  width: number
  height: number
  portrait?: { src: string; media: string; width: number; height: number } | null
}

/** The shop as every page knows it. Without `orders` they are paused (R37), without `codes` there is no discount. */
export type Shop = ShopSettings &
  Partial<Presentation> &
  Partial<PageTexts> & {
    orders?: 'open'
    codes?: true
    year?: number
  }

/** The shop as components read it: words are empty where unchanged. */
export type KnownShop = Shop & Pick<PageTexts, 'words'>
