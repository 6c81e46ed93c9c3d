import { keysOf } from '../http/coercion.ts'
import { DEFAULT_POLICY, policy } from '../returns/return-policy.ts'
import * as about from './words/about.ts'
import * as help from './words/help.ts'
import * as home from './words/home.ts'
import * as pictures from './words/pictures.ts'
import * as product from './words/product.ts'
import * as repairs from './words/repairs.ts'

export type Picture = { file: string; alt: string }

export type PageValue = string | number | boolean | Picture

/** Changed fields by name. Others have their defaults. */
export type PageValues = Readonly<Record<string, PageValue>>

type Shown = {
  part: string
  label: string
  hint?: string
}

export type PageField = Shown &
  (
    | {
        kind: 'line' | 'text'
        own: string
        max: number
        /** Names in braces that are replaced; other braces are text. */
        placeholders?: readonly string[]
        isOptional?: true
      }
    | { kind: 'days'; own: number }
    | { kind: 'switch'; own: boolean }
    /** `crop`: another crop of the picture before it, whose alternative text counts. */
    | { kind: 'picture'; own: Picture; crop?: true }
  )

const line = (part: string, label: string, own: string): PageField => ({ kind: 'line', part, label, own, max: 120 })
const text = (part: string, label: string, own: string): PageField => {
  return { kind: 'text', part, label, own, max: 600, hint: 'An empty line starts a new paragraph.' }
}
const paragraph = (part: string, label: string, own: string): PageField => {
  return { kind: 'line', part, label, own, max: 300 }
}
const optional = (part: string, label: string, own = '', more: { max: number; hint?: string }): PageField => {
  return { kind: 'line', part, label, own, isOptional: true, ...more }
}
const condition = (label: string): PageField => ({ kind: 'switch', part: 'Conditions', label, own: true })

const ANSWER_KINDS = ['days', 'returns', 'email', 'contact'] as const
const answer = (number: number, question: string, own: string): [PageField, PageField] => {
  const part = `Question ${number}`
  return [
    line(part, 'Question', question),
    { ...text(part, 'Answer', own), kind: 'text', own, max: 600, placeholders: ANSWER_KINDS },
  ]
}
const [ask1, answer1] = answer(1, help.ask1, help.answer1)
const [ask2, answer2] = answer(2, help.ask2, help.answer2)
const [ask3, answer3] = answer(3, help.ask3, help.answer3)
const [ask4, answer4] = answer(4, help.ask4, help.answer4)

const [PARTS, SENDING] = ['What can be replaced', 'How to send something in']
const REPAIR_TEXTS: Readonly<Record<string, string>> = repairs
/** Numbered names, each with its text; without a name both are omitted. */
function entries(part: string, prefix: 'part' | 'sending', count: number): Record<string, PageField> {
  const names = Array.from({ length: count }, (_, index) => [index + 1, `${prefix}${index + 1}`] as const)
  return Object.fromEntries(
    names.flatMap(([number, name]) => [
      [name, optional(part, `Entry ${number}`, REPAIR_TEXTS[name], { max: 120, hint: 'Leave it empty to hide it.' })],
      [`${name}Text`, optional(part, `Entry ${number}, text`, REPAIR_TEXTS[`${name}Text`], { max: 300 })],
    ]),
  )
}

const [FIRST, CARDS, CLOSING] = ['First screen', 'Three cards', 'Closing']
const [OPENING, COLUMNS, PROMISE] = ['First screen', 'Three columns', 'Our Promise']

/** Every page that can be edited, without texts that the specification quotes. Names are unique among all pages. */
export const EDITABLE_PAGES = {
  returns: {
    title: 'Return policy',
    path: '/',
    fields: {
      returnDays: {
        kind: 'days',
        part: 'Days',
        label: 'Days after delivery',
        hint: 'An order keeps the days from when it was placed. If you allow more, every order gets them.',
        own: DEFAULT_POLICY.days,
      },
      returnUnused: condition('The item has to be unused'),
      returnPackaging: condition('In its original packaging'),
      returnProof: condition('With proof of purchase'),
      policy: paragraph('Text', 'Above the rules', policy),
      policyMore: {
        ...text('Text', 'Below the rules', ''),
        kind: 'text',
        own: '',
        max: 600,
        isOptional: true,
        hint: 'Optional, such as how to pack it. What is refunded, and who pays for return shipping, is fixed.',
      },
    },
  },
  orders: {
    title: 'Questions about orders',
    path: '/orderAndReturn',
    fields: { ask1, answer1, ask2, answer2, ask3, answer3, ask4, answer4 },
  },
  home: {
    title: 'Home',
    path: '/',
    fields: {
      hero: paragraph(FIRST, 'Below the headline', home.hero),
      heroPicture: {
        kind: 'picture',
        part: FIRST,
        label: 'Picture',
        hint: 'Wide. On a computer, the headline covers its left third, so keep that part plain.',
        own: { file: 'hero-wide.jpg', alt: pictures.heroAlt },
      },
      heroPhone: {
        kind: 'picture',
        part: FIRST,
        label: 'Picture on phones',
        hint: 'Portrait, 4 by 5. If you only change the wide picture, phones show that one.',
        own: { file: 'hero-mobile.jpg', alt: '' },
        crop: true,
      },
      who: paragraph(CARDS, 'Who we are', home.who),
      whoLink: line(CARDS, 'Who we are, link', home.whoLink),
      what: paragraph(CARDS, 'What we do', home.what),
      whatLink: line(CARDS, 'What we do, link', home.whatLink),
      whatPlain: paragraph(CARDS, 'What we do, in a shop without a quiz', home.whatPlain),
      whatPlainLink: line(CARDS, 'What we do, link in a shop without a quiz', home.whatPlainLink),
      why: paragraph(CARDS, 'Why it matters', home.why),
      whyLink: line(CARDS, 'Why it matters, link', home.whyLink),
      closing: line(CLOSING, 'Heading', home.closing),
      closingText: paragraph(CLOSING, 'Text', home.closingText),
      closingPicture: {
        kind: 'picture',
        part: CLOSING,
        label: 'Picture',
        hint: 'If you change it, Repairs and Orders & Returns show it, too.',
        own: { file: 'place-bench.jpg', alt: pictures.closingAlt },
      },
      write: line(CLOSING, 'Button to the contact form', home.write),
      repairLink: line(CLOSING, 'Button to Repairs', home.repairLink),
      storyLink: line(CLOSING, 'Button to About', home.storyLink),
    },
  },
  about: {
    title: 'About',
    path: '/about',
    fields: {
      legacy: text(OPENING, 'Our Legacy. Your Journey', about.legacy),
      aboutPicture: {
        kind: 'picture',
        part: OPENING,
        label: 'Picture',
        hint: 'Wide, from edge to edge. If you change it, the sign-in page shows it, too, and About drops its close-ups.',
        own: { file: 'place-pegs.jpg', alt: pictures.aboutAlt },
      },
      family: text(COLUMNS, 'Who We Are', about.family),
      idea: text(COLUMNS, 'The Idea That Sparked a Brand', about.idea),
      built: text(COLUMNS, 'Engineered to Endure', about.built),
      linesLink: line('Designed for Every Journey', 'Button in a shop without lines', about.linesLink),
      answered: line(PROMISE, 'Above "24 to 48 hours"', about.answered),
      answeredText: line(PROMISE, 'Below it', about.answeredText),
      returned: line(PROMISE, 'Above the days of the return policy', about.returned),
      returnedText: line(PROMISE, 'Below them', about.returnedText),
      delivered: line(PROMISE, 'Above the amount for free delivery', about.delivered),
      deliveredText: line(PROMISE, 'Below it', about.deliveredText),
      mended: line(PROMISE, 'About repairs', about.mended),
      mendedFact: line(PROMISE, 'About repairs, in large letters', about.mendedFact),
      mendedLink: line(PROMISE, 'Link to Repairs', about.mendedLink),
      wayOn: line(CLOSING, 'Heading', about.wayOn),
      wayOnText: text(CLOSING, 'Text', about.wayOnText),
      wayOnLink: line(CLOSING, 'Button to the shop', about.wayOnLink),
      wayOnWrite: line(CLOSING, 'Button to the contact form', about.wayOnWrite),
      aboutInSearch: paragraph('Search engines', 'What they show below the title', about.aboutInSearch),
    },
  },
  repairs: {
    title: 'Repairs',
    path: '/repairs',
    fields: {
      repairsTitle: line(OPENING, 'Heading', repairs.repairsTitle),
      repairsText: paragraph(OPENING, 'Text', repairs.repairsText),
      repairsAsk: line(OPENING, 'Button to the contact form', repairs.repairsAsk),
      partsPicture: {
        kind: 'picture',
        part: OPENING,
        label: 'Picture',
        own: { file: 'parts.jpg', alt: pictures.partsAlt },
      },
      parts: line(PARTS, 'Heading', repairs.parts),
      ...entries(PARTS, 'part', 6),
      sending: line(SENDING, 'Heading', repairs.sending),
      ...entries(SENDING, 'sending', 4),
      repairsWrite: line(CLOSING, 'Button to the contact form', repairs.repairsWrite),
      repairsStory: line(CLOSING, 'Button to About', repairs.repairsStory),
      mendedNote: line('On every product', 'About repairs', product.mendedNote),
      mendedNoteLink: line('On every product', 'Link to Repairs', product.mendedNoteLink),
      repairsInSearch: paragraph('Search engines', 'What they show below the title', repairs.repairsInSearch),
    },
  },
} as const satisfies Record<string, { title: string; path: string; fields: Readonly<Record<string, PageField>> }>

export type PageName = keyof typeof EDITABLE_PAGES
export const PAGE_NAMES: readonly PageName[] = keysOf(EDITABLE_PAGES)

export function fieldsOf(page: PageName): Readonly<Record<string, PageField>> {
  return EDITABLE_PAGES[page].fields
}

/** All fields of a page: changed values, and defaults for the rest. */
export function allValues(page: PageName, values: PageValues): Record<string, PageValue> {
  return Object.fromEntries(Object.entries(fieldsOf(page)).map(([name, { own }]) => [name, values[name] ?? own]))
}

/** Fields that differ from their defaults, trimmed and with plain line breaks. */
export function changedValues(page: PageName, values: PageValues): Record<string, PageValue> {
  const fields = fieldsOf(page)
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const tidy = tidyValue(value)
      const own = fields[name]?.own
      return own !== undefined && isSameValue(tidy, own) ? [] : [[name, tidy] as const]
    }),
  )
}

function tidyValue(value: PageValue): PageValue {
  if (typeof value === 'string')
    return value
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  return typeof value === 'object' ? { ...value, alt: value.alt.trim() } : value
}

export function isSameValue(one: PageValue, other: PageValue): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return one.file === other.file && one.alt === other.alt
}

const MAX_DAYS = 365
const ALT_LENGTH = 300

/** Lists problems of values, a sentence per field; none where they can be saved. */
export function findPageProblems(page: PageName, values: PageValues): { field: string; message: string }[] {
  const fields = fieldsOf(page)
  return Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const message =
      field === undefined ? `${EDITABLE_PAGES[page].title} has no field of this name.` : findFieldProblem(field, value)
    return message === null ? [] : [{ field: name, message }]
  })
}

function findFieldProblem(field: PageField, given: PageValue): string | null {
  const value = tidyValue(given)
  switch (field.kind) {
    case 'days':
      return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_DAYS
        ? null
        : `Please enter a number of days from 1 to ${MAX_DAYS}.`
    case 'switch':
      return typeof value === 'boolean' ? null : 'Please choose yes or no.'
    case 'picture': {
      if (typeof value !== 'object') return 'Please choose a picture.'
      if (field.crop) return value.alt === '' ? null : 'The picture before it says what is shown.'
      if (value.alt === '') return 'Please describe the picture, for people who can’t see it.'
      return wordsProblem(value.alt, ALT_LENGTH, false)
    }
    default: {
      if (typeof value !== 'string') return 'Please enter a text.'
      if (value === '')
        return field.isOptional ? null : 'Please enter a text. An empty one would leave a gap on the page.'
      return wordsProblem(value, field.max, field.kind === 'text') ?? bracesProblem(value, field.placeholders)
    }
  }
}

/** Invisible characters and marks of direction, except line breaks. */
const UNSEEN_CHARACTER = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\u200b\ufeff]/u

function wordsProblem(value: string, max: number, hasParagraphs: boolean): string | null {
  if (value.length > max) return `This is ${value.length} characters long. Please use at most ${max}.`
  if (!hasParagraphs && value.includes('\n')) return 'Please write it on one line.'
  return UNSEEN_CHARACTER.test(value) ? 'It has an invisible character. Please type it again.' : null
}

function bracesProblem(value: string, placeholders: readonly string[] | undefined): string | null {
  if (placeholders === undefined) return null
  const known = placeholders.map((name) => `{${name}}`)
  const rest = known.reduce((left, name) => left.replaceAll(name, ''), value)
  return /[{}]/.test(rest) ? `Braces can only hold ${known.join(', ')}.` : null
}
