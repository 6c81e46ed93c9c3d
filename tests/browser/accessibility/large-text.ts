import { type CDPSession, expect, type Page, test } from '@playwright/test'

/** A size of text on a screen. `font` is the browser's own size, in pixels; `root` that of a reader's style sheet. */
type Reading = { width: number; font: number; root: string; texts: string }

/**
 * Ways of reading with large text: 32 pixels set in the browser, only texts enlarged, as iOS and Android do it, and
 * the width that zoom at 400 % leaves of a desktop.
 */
const READINGS: readonly Reading[] = [
  { width: 360, font: 32, root: '', texts: '' },
  { width: 320, font: 16, root: '', texts: '' },
  { width: 360, font: 16, root: '', texts: '200%' },
]

/** Looks at what a page shows in every reading. The page is then as it was. */
export class LargeText {
  private readonly page: Page
  private readonly devtools: CDPSession
  private readonly height: number

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page
    this.devtools = devtools
    this.height = page.viewportSize()?.height ?? 740
  }

  static async of(page: Page): Promise<LargeText> {
    return new LargeText(page, await page.context().newCDPSession(page))
  }

  /** Nothing lies outside of the window or is cut off, no word is broken, and what floats has its buttons in reach. */
  async expectFits(name: string, { wholeWords = true } = {}): Promise<void> {
    await test.step(name, async () => {
      const { width = 360 } = this.page.viewportSize() ?? {}
      for (const reading of READINGS) {
        await this.read(reading)
        const { font, root, texts } = reading
        const how = `${name} at ${reading.width} px, ${font} px, ${root || '100%'}, ${texts || '100%'}`
        const folder = process.env.LARGE_TEXT_SCREENSHOTS
        if (folder) await this.page.screenshot({ path: `${folder}/${how.replace(/[^\w]+/g, '-')}.png` })
        // When only texts grow, their room stays as it was, and words may break.
        const isFault = (fault: string) => (wholeWords && texts === '') || !fault.startsWith('broken')
        const faults = async () => (await this.page.evaluate(listFaults)).filter(isFault)
        // Long lists measure their rows a moment later.
        await expect.configure({ soft: true }).poll(faults, { message: how, timeout: 5000 }).toEqual([])
      }
      await this.read({ width, font: 16, root: '', texts: '' })
    })
  }

  private async read({ width, font, root, texts }: Reading): Promise<void> {
    await this.page.setViewportSize({ width, height: this.height })
    await this.devtools.send('Page.setFontSizes', { fontSizes: { standard: font } })
    await this.page.evaluate(
      ([size, adjust]) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(`html { font-size: ${size || 'medium'}; text-size-adjust: ${adjust || 'none'} !important }`)
        document.adoptedStyleSheets = [sheet]
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        return frame().then(frame)
      },
      [root, texts] as const,
    )
    await this.page.waitForFunction((wide) => document.documentElement.clientWidth === wide, width)
  }
}

/** Runs in the page. */
function listFaults(): string[] {
  const { clientWidth } = document.documentElement
  const nameOf = (element: Element) =>
    `${element.localName} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest(
      '.sr-only, .swipe, .facets, thead, [inert], [aria-hidden=true], option, noscript, :not(:checked) + .notice-lines',
    ) === null
  const isControl = (element: Element) => element.matches('a[href], button, input, select, textarea, summary')
  const modal = [...document.querySelectorAll('dialog[open], [role=dialog]')].findLast(isSeen)
  const floating = [...document.querySelectorAll('dialog[open], [data-popup], .add-bar, [role=dialog]')].filter(isSeen)
  const roots = modal ? [modal] : [document.body]

  /** The parts of the window in which an element can be scrolled into sight. */
  const known = new Map<Element | null, ReturnType<typeof reach>>()
  function reach(element: Element): { left: number; right: number; top: number; bottom: number; scrolls: boolean } {
    const before = known.get(element.parentElement)
    if (before !== undefined) return before
    let [left, right, top, bottom, scrolls] = [0, clientWidth, -Infinity, Infinity, false]
    for (let at: Element | null = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      if (/auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth + 1) scrolls = true
      if (/hidden|clip/.test(style.overflowX)) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
      if (/auto|scroll/.test(style.overflowY)) [top, bottom] = [-Infinity, Infinity]
      else if (/hidden|clip/.test(style.overflowY))
        [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
    }
    const all = { left, right, top, bottom, scrolls }
    known.set(element.parentElement, all)
    return all
  }

  const faults: string[] = []
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && /\S/.test(node.nodeValue ?? ''))
      if (!(hasText || isControl(element)) || element.closest('svg') || !isSeen(element)) continue
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      const limits = reach(element)
      const isCut = box.right > limits.right + 1.5 || box.left < limits.left - 1.5
      const style = getComputedStyle(element)
      if (isCut && !(limits.scrolls && element.closest('table')))
        faults.push(
          `${limits.scrolls ? 'scrolls sideways' : 'outside'}: ${nameOf(element)} ${box.left.toFixed()}..${box.right.toFixed()}`,
        )
      else if (isControl(element) && (box.bottom > limits.bottom + 1.5 || box.top < limits.top - 1.5))
        faults.push(`cut: ${nameOf(element)}`)
      if (
        hasText &&
        !isControl(element) &&
        style.textOverflow !== 'ellipsis' &&
        style.overflow !== 'visible' &&
        element.scrollWidth > element.clientWidth + 1
      )
        faults.push(`scrolls sideways: ${nameOf(element)}`)
      if (
        isControl(element) &&
        hasText &&
        style.overflowWrap !== 'anywhere' &&
        element.scrollWidth > element.clientWidth + 1.5
      )
        faults.push(`too wide for its button: ${nameOf(element)}`)
      if (!hasText) continue
      for (const node of element.childNodes) {
        if (node.nodeType !== 3) continue
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/(?<!\S)[a-z]{2,12}(?![^\s.,:])/gi)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)))
          if (lines.size > 1) faults.push(`broken: ${word}`)
          else if (!limits.scrolls && range.getBoundingClientRect().right > clientWidth + 1.5)
            faults.push(`outside: ${word}`)
        }
      }
    }
  }
  for (const part of floating) {
    const scrolls = part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY)
    const box = part.getBoundingClientRect()
    if (box.bottom > innerHeight + 1.5 || box.top < -1.5)
      faults.push(`floats outside: ${nameOf(part)} ${box.top.toFixed()}..${box.bottom.toFixed()}`)
    if (scrolls) continue
    for (const button of part.querySelectorAll('button')) {
      const at = button.getBoundingClientRect()
      if (isSeen(button) && (at.bottom > innerHeight + 1.5 || at.top < -1.5))
        faults.push(`out of reach: ${nameOf(button)}`)
    }
  }
  const header = document.querySelector('header')?.getBoundingClientRect().height ?? 0
  if (!modal && header > innerHeight / 2 && !document.querySelector('#mobile-menu'))
    faults.push(`the header takes ${header} pixels`)
  return [...new Set(faults)].slice(0, 12)
}
