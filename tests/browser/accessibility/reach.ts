import type { Page } from '@playwright/test'

/** The least width and height of what a finger hits, in pixels. */
const TARGET = 44

/** The spacing of WCAG 1.4.12, as a reader's own style sheet sets it. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/**
 * Lists faults that IBM's checker found and axe does not look for: missing targets of `aria-controls`, nameless
 * outputs, tokens that HTML forbids.
 */
export function brokenMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const missing = [...document.querySelectorAll('[aria-controls]')].filter(
      (element) => document.getElementById(element.getAttribute('aria-controls') ?? '') === null,
    )
    const nameless = document.querySelectorAll('output:not([aria-label], [aria-labelledby])')
    const forbidden = document.querySelectorAll('[type=email][autocomplete=username]')
    return [...missing, ...nameless, ...forbidden].map((element) => element.outerHTML.slice(0, 200))
  })
}

/** Controls that are smaller than a finger. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    return controls.flatMap((control) => {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
      // A visually hidden control (the skip link, a switch drawn by its label) is no target of its own.
      const target = control.matches('[type=checkbox], [type=radio]') ? (control.closest('label') ?? control) : control
      const { width, height } = target.getBoundingClientRect()
      const tooSmall = width > 1 && height > 1 && (width < least || height < least)
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim()
      return tooSmall ? [`${control.tagName} ${name}: ${width.toFixed(1)} × ${height.toFixed(1)}`] : []
    })
  }, TARGET)
}

export function addTextSpacing(page: Page): Promise<void> {
  return page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, TEXT_SPACING)
}

/** Lists elements that reach over the right edge of the screen. */
export function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    // Pictures that wait beside the selected one are cut off by their scroller.
    const shown = [...document.querySelectorAll('main *, header *, footer *, [aria-label="Notices"] *')].filter(
      (element) => element.checkVisibility() && element.closest('.sr-only, thead, .swipe, .facets') === null,
    )
    return shown.flatMap((element) => {
      const { right, width } = element.getBoundingClientRect()
      return right > edge + 1 && width > 1 ? [`${element.tagName} ${element.textContent?.trim().slice(0, 40)}`] : []
    })
  })
}
