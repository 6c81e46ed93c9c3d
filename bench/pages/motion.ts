import type { Page } from '@playwright/test'

/** A motion, from the press to its end. `start` opens a page and returns the press. */
export type Motion = { claim: string; start: (page: Page, shop: string) => Promise<() => Promise<void>> }

/** Frames a second at least. Timers of frames are rounded: 60 would be missed by a hair. */
export const MIN_FRAMES_PER_SECOND = 58

/** Milliseconds after a press, within which a motion begins if there is one. */
const START_MS = 3000

/**
 * Frames a second of a motion: those of the page's main thread between the first and the last frame in which something
 * moves. What the compositor moves by itself can only be smoother. `null` where nothing moves.
 */
export async function framesOf(page: Page, press: () => Promise<void>): Promise<number | null> {
  const noted = await page.evaluateHandle(noteFrames, START_MS)
  await press()
  const frames = await noted.evaluate(({ frames }) => frames)
  const [first = 0, last = 0] = [frames[0], frames.at(-1)]
  return last === first ? null : ((frames.length - 1) * 1000) / (last - first)
}

/** Runs in the page: the times of the frames in which something moves, once nothing does any longer. */
function noteFrames(startMs: number): { frames: Promise<number[]> } {
  const frames: number[] = []
  const isMoving = () =>
    document
      .getAnimations()
      // Animations that follow scrolling always run.
      .some(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
  const noted = new Promise<number[]>((resolve) => {
    let pressed = 0
    const note = (time: number) => {
      if (isMoving()) frames.push(time)
      else if (frames.length > 0 || time - pressed > startMs) return resolve(frames)
      requestAnimationFrame(note)
    }
    const begin = () => {
      pressed = performance.now()
      requestAnimationFrame(note)
    }
    addEventListener('click', begin, { capture: true, once: true })
  })
  return { frames: noted }
}
