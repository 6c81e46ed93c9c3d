import { LOADED_AFTER_MS, MODULES_ATTRIBUTE, PAGE_DATA_ID, type PressPlace } from './names.ts'

/** Milliseconds until a failed load is retried: at first, and at most. */
const FIRST_WAIT_MS = 1000
const LAST_WAIT_MS = 16_000

/**
 * The script at the end of a page. The server's page can be read without it, and its links and pictures work. It loads the
 * application's files in parallel after the first paint and the pictures with high priority, so these do not share a slow
 * connection with it (docs/decisions/0012-the-application-after-the-first-paint.md). Lazy pictures wait for the same, on a page
 * without a picture of high priority for nothing.
 */
const firstPictures = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')]
if (firstPictures.length === 0) showLazyPictures()
setTimeout(start, LOADED_AFTER_MS)
new PerformanceObserver(() => void startAfterPictures()).observe({ type: 'paint', buffered: true })

function showLazyPictures(): void {
  // Older browsers have no such sheets.
  document.adoptedStyleSheets?.[0]?.replaceSync('')
}

async function startAfterPictures(): Promise<void> {
  await Promise.allSettled(firstPictures.map((image) => image.decode()))
  requestAnimationFrame(() => requestAnimationFrame(start))
}

function start(): void {
  showLazyPictures()
  const modules = document.getElementById(PAGE_DATA_ID)?.getAttribute(MODULES_ATTRIBUTE) ?? ''
  for (const module of modules.split(' ')) load(module, FIRST_WAIT_MS)
}

/** A failed module is requested again, with increasing delays; modules that were imported do not run again. */
function load(module: string, wait: number): void {
  import(/* @vite-ignore */ module).catch((error: unknown) => {
    if (wait > LAST_WAIT_MS) console.error('Shop: the application could not be loaded', error)
    else setTimeout(load, wait, module, wait * 2)
  })
}

/**
 * Until hydration pressed buttons are recorded, and so is the button of a submitted form without an address. Such a submission
 * is prevented, since the shop has no page for it; also later, when a page's own code could not be loaded.
 */
let pressed: HTMLElement[] = []
addEventListener('click', noteClick)
addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.hasAttribute('action')) return
  event.preventDefault()
  note(event.submitter)
})
window.takeEarlyPresses = (place: PressPlace) => {
  const isOfPage = (button: HTMLElement) => button.closest('main') !== null
  if (place === 'layout') return pressed.filter((button) => !isOfPage(button))
  removeEventListener('click', noteClick)
  return pressed.splice(0).filter(isOfPage)
}

function noteClick({ target }: MouseEvent): void {
  if (target instanceof Element) note(target.closest<HTMLElement>('button[type="button"], [data-press]'))
}

/**
 * A repeated press is of someone who waits for the first one, and of buttons with one name, as the answers of the quiz, the
 * last one counts; so it does of what is no button.
 */
function note(button: HTMLElement | null): void {
  if (button === null) return
  const name = nameOf(button)
  pressed = pressed.filter((other) => other !== button && (name === '' || nameOf(other) !== name))
  pressed.push(button)
}

function nameOf(button: HTMLElement): string {
  return button.getAttribute('name') ?? button.dataset.press ?? ''
}
