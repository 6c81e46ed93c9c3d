import { escapeHtml } from '../../platform/lib/text.ts'

/** HTML whose text is escaped. Only `html` makes it. */
export type Markup = { readonly markup: string }

type Part = string | number | Markup | null | readonly (Markup | null)[]

/** A template whose parts are escaped, except `Markup`; `null` adds nothing. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: String.raw({ raw: template }, ...parts.map(sourceOf)) }
}

function sourceOf(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(sourceOf).join('')
  return escapeHtml(withoutControls(String(part)))
}

/** HTML forbids control characters except tabs and line breaks, and lone surrogates. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\t\r\n]/gu, '').replace(/\p{Cs}/gu, '')
}

/** Keeps an order number on the line of its sign. */
export function unbroken(text: string): string {
  return text.replace(/# (?=\d)/g, '#\u00a0')
}

/** Keeps line breaks. */
export function lines(text: string): Markup[] {
  return text.split(/\r\n|\r|\n/).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
}
