import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Minus, Plus } from 'lucide'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** Zoom of a product picture: 1 to 3 in steps of 0.25. `x` and `y` pan, as a share of the picture's size. */
export type Zoom = { level: number; x: number; y: number }

const ZOOM_STEP = 0.25
export const ZOOM_MIN = 1
export const ZOOM_MAX = 3
export const NO_ZOOM: Zoom = { level: ZOOM_MIN, x: 0, y: 0 }

const PAN_STEP = 0.15

/** How far each arrow key moves a zoomed picture: against the arrow, since the arrow moves the view. */
const PAN_KEYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
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

/**
 * The zoom of one picture: its state, the handlers of its frame (drag to pan, + and -, arrow keys), and the style of
 * the element that holds the picture. Another picture begins without zoom.
 */
export function useZoom(pictureId: string) {
  const [state, setState] = useState({ pictureId, zoom: NO_ZOOM })
  const zoom = state.pictureId === pictureId ? state.zoom : NO_ZOOM
  const isZoomed = zoom.level > ZOOM_MIN
  const setZoom = (next: Zoom) => setState({ pictureId, zoom: next })
  const drag = useDrag((x, y) => setState((now) => ({ ...now, zoom: panBy(now.zoom, x, y) })))

  function handleKeyDown(event: KeyboardEvent): void {
    // Browser shortcuts, such as zoom and back.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const pan = PAN_KEYS[event.key]
    const step = { '+': 1, '=': 1, '-': -1 }[event.key]
    if (pan && isZoomed) setZoom(panBy(zoom, ...pan))
    else if (step) setZoom(zoomBy(zoom, step))
    else return
    event.preventDefault()
  }

  return {
    level: zoom.level,
    isZoomed,
    onZoom: (steps: number) => setZoom(zoomBy(zoom, steps)),
    onPan: (x: number, y: number) => setZoom(panBy(zoom, x, y)),
    onKeyDown: handleKeyDown,
    frame: isZoomed ? drag : {},
    style: isZoomed ? { transform: `translate(${zoom.x * 100}%, ${zoom.y * 100}%) scale(${zoom.level})` } : undefined,
  }
}

/**
 * Handlers that report how far a mouse or the first finger moved, as a share of the element's size. Computed from
 * positions, since `movementX` is missing for touch in some browsers.
 */
function useDrag(onMove: (x: number, y: number) => void) {
  const last = useRef<{ pointerId: number; x: number; y: number } | null>(null)

  function handleDown({ pointerId, clientX, clientY, isPrimary, currentTarget }: PointerEvent): void {
    if (!isPrimary) return
    currentTarget.setPointerCapture(pointerId)
    last.current = { pointerId, x: clientX, y: clientY }
  }

  function handleMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent): void {
    const from = last.current
    const { clientWidth: width, clientHeight: height } = currentTarget
    if (from?.pointerId !== pointerId || width === 0 || height === 0) return
    last.current = { pointerId, x: clientX, y: clientY }
    onMove((clientX - from.x) / width, (clientY - from.y) / height)
  }

  function handleEnd(): void {
    last.current = null
  }

  return { onPointerDown: handleDown, onPointerMove: handleMove, onLostPointerCapture: handleEnd }
}

const PAN_BUTTONS = [
  { key: 'ArrowUp', name: 'Pan up', icon: ChevronUp, place: 'top-2 left-1/2 -translate-x-1/2' },
  { key: 'ArrowLeft', name: 'Pan left', icon: ChevronLeft, place: 'top-1/2 left-2 -translate-y-1/2' },
  { key: 'ArrowRight', name: 'Pan right', icon: ChevronRight, place: 'top-1/2 right-2 -translate-y-1/2' },
  // On phones above the zoom buttons, which leave no space beside it.
  {
    key: 'ArrowDown',
    name: 'Pan down',
    icon: ChevronDown,
    place: 'bottom-2 left-1/2 -translate-x-1/2 max-[27rem]:bottom-15',
  },
] as const

export const TOOL_CLASS = 'grid size-11 place-items-center rounded-full hover:text-clay aria-disabled:text-line-strong'

type ZoomToolsProps = Pick<ReturnType<typeof useZoom>, 'level' | 'isZoomed' | 'onZoom' | 'onPan'> & {
  /** A further button beside those of the zoom. */
  children?: ReactNode
}

export function ZoomTools({ level, isZoomed, onZoom, onPan, children }: ZoomToolsProps) {
  return (
    <>
      {isZoomed && <PanButtons onPan={onPan} />}
      <div className="absolute right-2 bottom-2 flex items-center rounded-full border border-line bg-card">
        <ZoomButtons level={level} onZoom={onZoom} />
        {children}
      </div>
    </>
  )
}

/** At an end of the range a button stays focusable, so keyboard focus is not lost. */
function ZoomButtons({ level, onZoom }: Pick<ZoomToolsProps, 'level' | 'onZoom'>) {
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">Zoom</legend>
      <button
        type="button"
        aria-label="Zoom out"
        aria-disabled={level <= ZOOM_MIN}
        onClick={() => onZoom(-1)}
        className={TOOL_CLASS}
      >
        <Icon icon={Minus} size={18} strokeWidth={2} />
      </button>
      <output aria-live="polite" aria-label="Zoom level" className="text-sm tabular-nums">
        {Math.round(level * 100)}%
      </output>
      <button
        type="button"
        aria-label="Zoom in"
        aria-disabled={level >= ZOOM_MAX}
        onClick={() => onZoom(1)}
        className={TOOL_CLASS}
      >
        <Icon icon={Plus} size={18} strokeWidth={2} />
      </button>
    </fieldset>
  )
}

/** Along the edges, so they do not cover the picture. */
function PanButtons({ onPan }: Pick<ZoomToolsProps, 'onPan'>) {
  return (
    <fieldset>
      <legend className="sr-only">Move the picture</legend>
      {PAN_BUTTONS.map(({ key, name, icon, place }) => (
        <button
          key={key}
          type="button"
          aria-label={name}
          onClick={() => onPan(...(PAN_KEYS[key] ?? [0, 0]))}
          className={`${TOOL_CLASS} ${place} absolute border border-line bg-card`}
        >
          <Icon icon={icon} size={18} strokeWidth={2} />
        </button>
      ))}
    </fieldset>
  )
}
