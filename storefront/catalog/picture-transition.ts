import { pageMotion } from '../router/router.tsx'

/** The frames of a card's picture and of a product page's main picture. */
const FRAME_SELECTOR = '[data-picture-frame]'
const MAIN_FRAME_SELECTOR = `main :not(a *)${FRAME_SELECTOR}`

const DURATION_MS = 240
/** As `--ease-out`. */
const EASING = 'cubic-bezier(0.2, 0.7, 0.2, 1)'
/** A page that needs longer appears without motion: the visitor may have scrolled the page before. */
const MAX_WAIT_MS = 500

type Motion = { from: DOMRect; findTarget: () => Element | null; startedAt: number }

let shownPath = window.location.pathname
let pressedLink: HTMLAnchorElement | null = null
/** A swipe back, which the browser animates itself. */
let isAnimatedByBrowser = false
let motion: Motion | null = null

/**
 * Moves the picture between a product's card and its page. This module is loaded on intent, as the next page is. Only the
 * picture on the next page is transformed, which the compositor does. When the picture is outside of the window on one of
 * the pages, the page changes without motion.
 */
pageMotion.onLeave = () => {
  motion = isAnimatedByBrowser ? null : motionToNextPage()
  isAnimatedByBrowser = false
}

pageMotion.onShown = () => {
  shownPath = window.location.pathname
  if (motion !== null && performance.now() - motion.startedAt <= MAX_WAIT_MS) move(motion)
  motion = null
}

document.addEventListener('click', notePressedLink, true)
// Capturing, so it comes before the router's own.
window.addEventListener('popstate', noteOwnAnimation, true)

function notePressedLink({ target }: MouseEvent): void {
  pressedLink = target instanceof Element ? target.closest('a') : null
}

function noteOwnAnimation({ hasUAVisualTransition }: PopStateEvent): void {
  isAnimatedByBrowser = hasUAVisualTransition
}

/** `null` when no picture moves. The address is already that of the next page. */
function motionToNextPage(): Motion | null {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null
  const cardPath = shownPath
  const isCardPressed = pressedLink?.pathname === window.location.pathname
  const frame = isCardPressed ? pressedLink?.querySelector(FRAME_SELECTOR) : document.querySelector(MAIN_FRAME_SELECTOR)
  const from = frame?.getBoundingClientRect()
  if (from === undefined || !isInWindow(from)) return null
  const target = isCardPressed ? MAIN_FRAME_SELECTOR : `main a[href="${CSS.escape(cardPath)}"] ${FRAME_SELECTOR}`
  return {
    from,
    findTarget: () => document.querySelector(target),
    startedAt: performance.now(),
  }
}

/** From the middle of one frame to the middle of the other, by their shorter sides: there a photograph ends. */
function move({ from, findTarget }: Motion): void {
  const target = findTarget()
  const to = target?.getBoundingClientRect()
  if (!target || !to || !isInWindow(to)) return
  const scale = Math.min(from.width, from.height) / Math.min(to.width, to.height)
  const x = from.x + from.width / 2 - to.x - to.width / 2
  const y = from.y + from.height / 2 - to.y - to.height / 2
  target.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 1 },
      { transform: 'none', zIndex: 1 },
    ],
    { duration: DURATION_MS, easing: EASING },
  )
}

function isInWindow({ top, bottom, width }: DOMRect): boolean {
  return width > 0 && bottom > 0 && top < window.innerHeight
}
