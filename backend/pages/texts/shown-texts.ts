import { fieldsOf, type PageValue, type PageValues, type Picture } from '@shop/contract/pages/fields'
import type { PagePhoto, PageTexts } from '@shop/contract/pages/shop'
import { whatPlain, whatPlainLink } from '@shop/contract/pages/words/home'
import { DEFAULT_POLICY, policyWords } from '@shop/contract/returns/return-policy'
import { listMediaNamed } from '../../media/store/media.repository.ts'
import { isVideo, type Media } from '../../media/store/media.ts'
import type { Database } from '../../platform/database/database.ts'
import { listChangedPages, policyIn } from './page-texts.repository.ts'

export async function readPageTexts(database: Database, hasQuiz: boolean): Promise<Partial<PageTexts>> {
  const pages = await listChangedPages(database)
  return showValues(database, Object.assign({}, ...pages.map(({ values }) => values)), hasQuiz)
}

/** The values' fields have unique names. */
export async function showValues(
  database: Database,
  values: PageValues,
  hasQuiz: boolean,
): Promise<Partial<PageTexts>> {
  const pictures = Object.values(values).filter((value) => isPicture(value))
  const media =
    pictures.length === 0 ? [] : await listMediaNamed(database, [...new Set(pictures.map(({ file }) => file))])
  return toPageTexts(values, { media, hasQuiz })
}

/** Only what differs from the default. */
export function toPageTexts(
  values: PageValues,
  { media, hasQuiz }: { media: readonly Media[]; hasQuiz: boolean },
): Partial<PageTexts> {
  const policy = policyIn(values)
  const texts = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const words = {
    ...texts,
    ...differing(policyWords(policy), policyWords(DEFAULT_POLICY)),
    ...(hasQuiz ? {} : { what: texts.whatPlain ?? whatPlain, whatLink: texts.whatPlainLink ?? whatPlainLink }),
  }
  const photos = photosOf(values, media)
  return {
    ...(Object.keys(words).length > 0 && { words }),
    ...(Object.keys(photos).length > 0 && { photos }),
    ...(policy.days !== DEFAULT_POLICY.days && { returnDays: policy.days }),
    ...(!policy.unused && { returnsUsed: true }),
  }
}

function isPicture(value: PageValue): value is Picture {
  return typeof value === 'object'
}

function differing<Words extends Record<string, string>>(words: Words, own: Words): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([name, text]) => text !== own[name]))
}

/** Narrower windows show the upright picture of Home. */
const NARROW_SCREEN = '(width < 48rem)'

/** Without the picture the default is shown. */
function photosOf(values: PageValues, media: readonly Media[]): Record<string, PagePhoto> {
  const photos: Record<string, PagePhoto> = {}
  for (const [name, field] of [
    ['hero', 'heroPicture'],
    ['closing', 'closingPicture'],
    ['about', 'aboutPicture'],
    ['parts', 'partsPicture'],
  ] as const) {
    const photo = photoOf(values[field], media)
    if (photo !== null) photos[name] = photo
  }
  const upright = photoOf(values.heroPhone, media)
  if (photos.hero !== undefined || upright !== null) {
    photos.hero = {
      ...(photos.hero ?? HERO_PHOTO),
      portrait: upright && {
        ...{ src: upright.src, width: upright.width, height: upright.height },
        media: NARROW_SCREEN,
      },
    }
  }
  return photos
}

function photoOf(value: PageValue | undefined, media: readonly Media[]): PagePhoto | null {
  if (value === undefined || !isPicture(value)) return null
  const found = media.find(({ name }) => name === value.file)
  if (found === undefined || isVideo(found) || found.width === null || found.height === null) return null
  return { src: found.name, alt: value.alt, width: found.width, height: found.height }
}

const own = fieldsOf('home').heroPicture?.own
/** For a page with only its own upright one. */
const HERO_PHOTO: PagePhoto = {
  src: '',
  alt: '',
  ...(typeof own === 'object' ? { src: own.file, alt: own.alt } : {}),
  width: 3400,
  height: 1350,
}
