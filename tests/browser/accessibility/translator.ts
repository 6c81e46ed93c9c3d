import type { Disposable, Page } from '@playwright/test'

/**
 * `moved`: as some translators do, which move the text into their element and change it there, here by a space without width,
 * which tests don't see.
 */
export type Way = 'replaced' | 'moved'

export const WAYS: readonly Way[] = ['replaced', 'moved']

/** Translates the page as it is, and what is added to it later. */
export async function translate(page: Page, way: Way = 'replaced'): Promise<void> {
  await page.evaluate(startTranslator, way)
}

/** Translates every page that is opened from now on, while it loads, until what is returned is disposed of. */
export function translateFromStart(page: Page, way: Way): Promise<Disposable> {
  return page.addInitScript(startTranslator, way)
}

/**
 * Translates the page as Chrome does: each text is replaced by `<font><font>` with a text of its own, here the same one.
 * Runs in the page.
 */
function startTranslator(way: Way): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', start)
    return
  }
  start()

  function start(): void {
    let isOn = true
    const isTranslated = (node: Node) =>
      node.parentElement?.closest('font, script, style, textarea, option, title, svg') !== null
    function translateText(text: Text): void {
      if (!/\S/.test(text.data) || !text.isConnected || isTranslated(text)) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      text.replaceWith(outer)
      inner.append(way === 'moved' ? text : text.data)
      if (way === 'moved') text.data += '\u200b'
    }
    function translateAll(node: Node): void {
      if (node instanceof Text) translateText(node)
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      texts.forEach(translateText)
    }
    translateAll(document.body)
    // As Chrome: a moment after the page has changed.
    const observer = new MutationObserver((records) => {
      setTimeout(() => {
        if (!isOn) return
        for (const { type, target, addedNodes } of records) {
          if (type === 'characterData') translateAll(target)
          for (const node of addedNodes) translateAll(node)
        }
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    window.stopTranslator = () => {
      isOn = false
      observer.disconnect()
    }
  }
}

declare global {
  interface Window {
    stopTranslator?: () => void
  }
}

/** Shows the original again, as "Show original" does: texts instead of the elements, new ones or those that were moved. */
export async function untranslate(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.stopTranslator?.()
    for (const font of document.querySelectorAll('font')) {
      if (font.parentElement?.localName === 'font') continue
      const [text] = font.querySelector('font')?.childNodes ?? []
      font.replaceWith(text instanceof Text ? text : '')
    }
  })
}
