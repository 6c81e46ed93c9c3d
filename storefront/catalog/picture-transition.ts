import { locationNow, pageMotion } from '../router/router.tsx'

/** Most milliseconds that a page is frozen until the next one is rendered; with code and data loaded it takes less. */
const MAX_HOLD_MS = 100

/**
 * In a browser that took longer to hydrate the motion would double the time to the next page: the old page's styles are
 * computed for it and painted first (`bench/speed.md`).
 */
const MAX_HYDRATION_MS = 60

const MAIN_PICTURE = 'main [data-zoom] img'

let shownPath = window.location.pathname
let pressedPicture: HTMLImageElement | null = null
/** A swipe back, which the browser animates itself. */
let isAnimatedByBrowser = false
let resolveShown = () => {}

/**
 * Between a product's card and its page the picture moves to its new place, in browsers with view transitions. This
 * module is loaded on intent, as the next page is. Without its code or data, or when the picture is outside of the window
 * on one of the pages, the page changes without motion.
 */
pageMotion.run = (update) => {
  const motion = isAnimatedByBrowser ? null : motionToNextPage()
  isAnimatedByBrowser = false
  if (motion === null) update()
  else animate(motion, update)
}

pageMotion.onShown = () => {
  shownPath = window.location.pathname
  resolveShown()
}

document.addEventListener('click', notePressedPicture, true)
// Capturing, so it comes before the router's own.
window.addEventListener('popstate', noteOwnAnimation, true)

function notePressedPicture({ target }: MouseEvent): void {
  pressedPicture = target instanceof Element ? (target.closest('a')?.querySelector('img') ?? null) : null
}

function noteOwnAnimation({ hasUAVisualTransition }: PopStateEvent): void {
  isAnimatedByBrowser = hasUAVisualTransition
}

type Motion = { from: HTMLImageElement; findTarget: () => HTMLImageElement | null }

function isFastEnough(): boolean {
  return performance.getEntriesByName('hydration').every(({ duration }) => duration <= MAX_HYDRATION_MS)
}

/** `null` when no picture moves. The address is already that of the next page. */
function motionToNextPage(): Motion | null {
  if (!('startViewTransition' in document) || !isFastEnough()) return null
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null
  const cardPath = shownPath
  const isCardPressed = pressedPicture?.closest('a')?.pathname === window.location.pathname
  const from = isCardPressed ? pressedPicture : findPicture(MAIN_PICTURE)
  if (from === null || !isInWindow(from)) return null
  const target = isCardPressed ? MAIN_PICTURE : `main a[href="${CSS.escape(cardPath)}"] img`
  return { from, findTarget: () => findPicture(target) }
}

function animate({ from, findTarget }: Motion, update: () => void): void {
  const { key } = locationNow()
  let target: HTMLImageElement | null = null
  setName(from, true)
  const transition = document.startViewTransition(async () => {
    setName(from, false)
    // The visitor may have gone on in the meantime.
    if (locationNow().key !== key) return transition.skipTransition()
    // On Back the browser has scrolled by now.
    if (!isInWindow(from)) transition.skipTransition()
    const holdTimer = setTimeout(() => transition.skipTransition(), MAX_HOLD_MS)
    await shownAfter(update)
    clearTimeout(holdTimer)
    target = findTarget()
    if (target !== null && isInWindow(target)) setName(target, true)
    else transition.skipTransition()
  })
  // Rejected for a motion that is skipped.
  transition.ready.catch(() => {})
  void transition.finished.then(() => target && setName(target, false))
}

/** Renders the next page, and resolves once it is on the screen, scrolled and focused. */
function shownAfter(update: () => void): Promise<void> {
  // That of a page which was left before it was shown.
  resolveShown()
  return new Promise((resolve) => {
    resolveShown = resolve
    update()
  })
}

function setName(picture: HTMLImageElement, isNamed: boolean): void {
  picture.style.viewTransitionName = isNamed ? 'product-picture' : ''
}

function findPicture(selector: string): HTMLImageElement | null {
  return document.querySelector<HTMLImageElement>(selector)
}

function isInWindow(picture: HTMLImageElement): boolean {
  const { top, bottom, width } = picture.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < window.innerHeight
}
