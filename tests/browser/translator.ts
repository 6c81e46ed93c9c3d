import type { Page } from '@playwright/test'

/**
 * Translates the page as Chrome does, and what is added to it later: each text is replaced by `<font><font>` with a text
 * of its own, here the same one. `moved`: as other translators do, which move the text into the element.
 */
export async function translate(page: Page, way: 'replaced' | 'moved' = 'replaced'): Promise<void> {
  await page.evaluate((wayHere) => {
    const isTranslated = (node: Node) =>
      node.parentElement?.closest('font, script, style, textarea, option, title, svg') !== null
    function translateText(text: Text): void {
      if (!/\S/.test(text.data) || !text.isConnected || isTranslated(text)) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      text.replaceWith(outer)
      inner.append(wayHere === 'moved' ? text : text.data)
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
    window.translator = new MutationObserver((records) => {
      setTimeout(() => {
        for (const { type, target, addedNodes } of records) {
          if (type === 'characterData') translateAll(target)
          for (const node of addedNodes) translateAll(node)
        }
      })
    })
    window.translator.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, way)
}

declare global {
  interface Window {
    translator?: MutationObserver
  }
}

/** Shows the original again, as "Show original" does: texts in place of the elements, new ones or those that were moved. */
export async function untranslate(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.translator?.disconnect()
    for (const font of document.querySelectorAll('font')) {
      if (font.parentElement?.localName === 'font') continue
      const [text] = font.querySelector('font')?.childNodes ?? []
      font.replaceWith(text instanceof Text ? text : '')
    }
  })
}
