import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { type ESTree, parseSync, Visitor } from 'vite'

const STOREFRONT_FOLDER = join(import.meta.dirname, '../storefront')
const STYLES_FOLDER = join(STOREFRONT_FOLDER, 'styles')

/** Marker classes that others refer to (`peer-checked:`, `group-hover:`) and that have no styles. */
const MARKER_CLASS = /^(?:peer|group)(?:\/|$)/

/** A class list in a source file, and its position. */
export type ClassList = { file: string; start: number; end: number; text: string; unknown: string[] }

/** The classes that Tailwind knows, and those that the storefront's own style sheets define. */
export type ClassNames = {
  /** The order of Tailwind's style sheet, where later rules win; the shop's own classes come first. */
  sorted: (text: string) => string
  lists: () => ClassList[]
  own: ReadonlySet<string>
}

export async function readClassNames(): Promise<ClassNames> {
  const main = join(STYLES_FOLDER, 'main.css')
  const tailwind = await loadDesignSystem(readFileSync(main, 'utf8'), { base: STYLES_FOLDER, loadStylesheet })
  const own = ownClasses()
  const isKnown = (name: string) => own.has(name) || MARKER_CLASS.test(name) || makesCss(name)
  const makesCss = (name: string) => tailwind.candidatesToCss([name])[0] !== null

  function sorted(text: string): string {
    const [, before = '', names = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
    const ranked = tailwind.getClassOrder([...new Set(names.split(/\s+/))])
    ranked.sort(([, a], [, b]) => (a === b ? 0 : a === null || (b !== null && a < b) ? -1 : 1))
    return `${before && ' '}${ranked.map(([name]) => name).join(' ')}${after && ' '}`
  }
  return { sorted, own, lists: () => sources().flatMap((file) => classLists(file, isKnown)) }
}

async function loadStylesheet(id: string, base: string) {
  const path = id === 'tailwindcss' ? createRequire(import.meta.url).resolve('tailwindcss/index.css') : join(base, id)
  return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
}

/** The classes with rules in the storefront's own style sheets. */
function ownClasses(): ReadonlySet<string> {
  const sheets = readdirSync(STYLES_FOLDER).map((name) => readFileSync(join(STYLES_FOLDER, name), 'utf8'))
  const selectors = sheets.flatMap((css) => css.replace(/\/\*.*?\*\//gs, '').match(/[^{};]+(?=\{)/g) ?? [])
  return new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z][\w-]*/g) ?? []))
}

function sources(): string[] {
  return readdirSync(STOREFRONT_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^(?:dist|node_modules)\/|\.test\./.test(file))
    .map((file) => join(STOREFRONT_FOLDER, file))
    .sort()
}

/** Values of `className`, and other texts of two or more words that are mostly classes. */
function classLists(file: string, isKnown: (name: string) => boolean): ClassList[] {
  const source = readFileSync(file, 'utf8')
  const lists: ClassList[] = []
  let attribute: ESTree.JSXAttribute | null = null
  // Strings that are compared or passed as arguments are not classes, even within a `className`.
  let foreign = 0

  function note(start: number, end: number): void {
    const text = source.slice(start, end)
    const names = text.split(/\s+/).filter(Boolean)
    const unknown = names.filter((name) => !isKnown(name))
    const isList =
      attribute !== null && foreign === 0 ? names.length > 0 : names.length > 1 && unknown.length * 2 < names.length
    if (isList) lists.push({ file, start, end, text, unknown })
  }
  const enter = () => void foreign++
  const leave = () => void foreign--
  new Visitor({
    JSXAttribute(node) {
      if (node.name.name === 'className') attribute = node
    },
    'JSXAttribute:exit'(node) {
      if (node === attribute) attribute = null
    },
    BinaryExpression: enter,
    'BinaryExpression:exit': leave,
    CallExpression: enter,
    'CallExpression:exit': leave,
    Literal: (node) => void (typeof node.value === 'string' && note(node.start + 1, node.end - 1)),
    TemplateLiteral: ({ quasis }) => {
      quasis.forEach((quasi, index) => {
        const { start, end } = textOf(quasi, source)
        const text = source.slice(start, end)
        // A name that touches an expression is incomplete.
        const whole = (index === 0 || /^\s|^$/.test(text)) && (index === quasis.length - 1 || /\s$|^$/.test(text))
        if (whole) note(start, end)
      })
    },
  }).visit(parseSync(file, source).program)
  return lists
}

/** Range of a template element's text, without delimiters. */
function textOf(quasi: ESTree.TemplateElement, source: string): { start: number; end: number } {
  const start = source.indexOf(quasi.value.raw, quasi.start)
  return { start, end: start + quasi.value.raw.length }
}
