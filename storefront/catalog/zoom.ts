/** Zoom of a product picture: 1 to 3 in steps of 0.25. `x` and `y` pan, as a share of the picture's size. */
export type Zoom = { level: number; x: number; y: number }

const ZOOM_STEP = 0.25
export const ZOOM_MIN = 1
export const ZOOM_MAX = 3
export const NO_ZOOM: Zoom = { level: ZOOM_MIN, x: 0, y: 0 }

/** Distance of one arrow press, as a share of the frame. */
const PAN_STEP = 0.15

/** How far each arrow key moves a zoomed picture: against the arrow, since the arrow moves the view. */
export const PAN_KEYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, PAN_STEP],
  ArrowLeft: [PAN_STEP, 0],
  ArrowRight: [-PAN_STEP, 0],
  ArrowDown: [0, -PAN_STEP],
}

/** Zooms one step in (1) or out (-1) within the range; the pan stays inside the picture. */
export function zoomBy(zoom: Zoom, steps: number): Zoom {
  const level = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom.level + steps * ZOOM_STEP))
  return withinPicture({ ...zoom, level })
}

/** Moves the picture by a share of its frame; nothing moves at level 1. */
export function panBy(zoom: Zoom, x: number, y: number): Zoom {
  return withinPicture({ ...zoom, x: zoom.x + x, y: zoom.y + y })
}

/** At level 2 the picture exceeds its frame by half a frame on each side, which limits the pan. */
function withinPicture({ level, x, y }: Zoom): Zoom {
  const reach = (level - 1) / 2
  return { level, x: clamp(x, reach), y: clamp(y, reach) }
}

function clamp(value: number, reach: number): number {
  return Math.min(reach, Math.max(-reach, value)) + 0
}
