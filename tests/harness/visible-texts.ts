import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { ROOT } from './command.ts'

/** A text that people read: an element's content, a label, an email, a line of a command or of the log. */
export type VisibleText = { file: string; text: string }

/** Stands for a value within a text: a word of one syllable. */
const VALUE = 'x'

/** Ends a sentence within an element's content. */
const BLOCK = '\n\n'

/** Elements that are part of the sentence around them. */
const INLINE = /^(a|abbr|b|bdi|code|em|i|kbd|mark|span|strong|sub|sup|time|([A-Z]\w*)?(Link|Day|Time|Money|Price))$/

/** Attributes that no one reads. */
const CODE_ATTRIBUTES = new Set(['className', 'class', 'style', 'd', 'points', 'viewBox', 'sizes', 'srcSet', 'media'])

type Node = ESTree.Node | ESTree.Program

/** Finds the texts of the sources in a folder. */
export function visibleTexts(folder: string): VisibleText[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] })
    .filter((file) => !/\.test\.tsx?$|\/(testing|migrations)\//.test(file))
    .sort()
    .flatMap((file) => textsIn(file, readFileSync(join(ROOT, file), 'utf8')).map((text) => ({ file, text })))
}

/** Finds the texts of one source: literals with words for people, and the content of each element with its values. */
export function textsIn(file: string, source: string): string[] {
  const texts: string[] = []
  visit(parseSync(file, source).program, (text) => {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (looksLikeText(plain)) texts.push(plain)
  })
  return texts
}

/** Passes on every text of a node, first with what surrounds it. */
function visit(node: Node, note: (text: string) => void): void {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') contentOf(node).forEach(note)
  if (node.type === 'Literal' && typeof node.value === 'string') note(node.value)
  if (node.type === 'TemplateLiteral') note(textOf(node))
  if (node.type === 'BinaryExpression' && node.operator === '+') note(textOf(node))
  for (const child of partsOf(node)) visit(child, note)
}

/** The parts of a node that may hold texts: no types, modules, names of properties, queries and classes. */
function partsOf(node: Node): Node[] {
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') return []
  if (node.type === 'ExportAllDeclaration') return []
  if (node.type.startsWith('TS') && !('expression' in node)) return []
  if (node.type === 'TaggedTemplateExpression') return node.quasi.expressions
  if (node.type === 'JSXAttribute') return node.value === null || isCode(node) ? [] : [node.value]
  if (node.type === 'Property') return node.computed ? [node.key, node.value] : [node.value]
  return Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

function isCode({ name }: ESTree.JSXAttribute): boolean {
  return name.type === 'JSXIdentifier' && CODE_ATTRIBUTES.has(name.name)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The sentences of an element that has words of its own. */
function contentOf({ children }: ESTree.JSXElement | ESTree.JSXFragment): string[] {
  const hasWords = children.some((child) => child.type === 'JSXText' && child.value.trim() !== '')
  return hasWords ? children.map(textOf).join('').split(BLOCK) : []
}

/** The text of a node with its values; of two texts for one place the longer one. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : VALUE
  if (node.type === 'TemplateLiteral') return templateText(node)
  if (node.type === 'BinaryExpression' && node.operator === '+') return textOf(node.left) + textOf(node.right)
  if (node.type === 'ConditionalExpression') return longer(textOf(node.consequent), textOf(node.alternate))
  if (node.type === 'LogicalExpression') {
    return node.operator === '&&' ? textOf(node.right) : longer(textOf(node.left), textOf(node.right))
  }
  return node.type.startsWith('JSX') || node.type === 'ParenthesizedExpression' ? contentText(node) : VALUE
}

function contentText(node: Node): string {
  if (node.type === 'JSXText') return node.value.replace(/\s*\n\s*/g, ' ')
  if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression') return textOf(node.expression)
  if (node.type === 'JSXFragment') return node.children.map(textOf).join('')
  if (node.type !== 'JSXElement') return ''
  const { name } = node.openingElement
  return name.type === 'JSXIdentifier' && INLINE.test(name.name) ? node.children.map(textOf).join('') : BLOCK
}

function templateText({ quasis, expressions }: ESTree.TemplateLiteral): string {
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index]
      return `${value.cooked ?? ''}${expression === undefined ? '' : textOf(expression)}`
    })
    .join('')
}

function longer(one: string, other: string): string {
  return one.length >= other.length ? one : other
}

/** A word with a capital, or two words in a row. Keys, columns and addresses are neither. */
function looksLikeText(text: string): boolean {
  return /^[A-Z][a-z’'-]+[.!?…]?$/.test(text) || /[A-Za-z’']{2,}[,.:;]? [A-Za-z]{2,}/.test(text)
}
