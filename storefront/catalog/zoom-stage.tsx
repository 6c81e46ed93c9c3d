import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { NO_ZOOM, panBy, ZOOM_MAX, ZOOM_MIN, type Zoom, zoomBy } from './zoom.ts'

/** Distance of one arrow press, as a share of the frame. */
const PAN_STEP = 0.15

const ARROWS = [
  { key: 'ArrowUp', name: 'Pan up', x: 0, y: PAN_STEP, Icon: ChevronUp, place: 'top-2 left-1/2 -translate-x-1/2' },
  {
    key: 'ArrowLeft',
    name: 'Pan left',
    x: PAN_STEP,
    y: 0,
    Icon: ChevronLeft,
    place: 'top-1/2 left-2 -translate-y-1/2',
  },
  {
    key: 'ArrowRight',
    name: 'Pan right',
    x: -PAN_STEP,
    y: 0,
    Icon: ChevronRight,
    place: 'top-1/2 right-2 -translate-y-1/2',
  },
  // Left of the center, where the zoom buttons leave space on a phone.
  { key: 'ArrowDown', name: 'Pan down', x: 0, y: -PAN_STEP, Icon: ChevronDown, place: 'bottom-3 left-[32%]' },
] as const

const TOOL = 'grid size-11 place-items-center rounded-full hover:text-clay aria-disabled:text-line-strong'

/** A picture that can be zoomed with buttons or + and -, and panned by dragging, arrow keys or arrow buttons. */
export function ZoomStage({ canZoom, children }: { canZoom: boolean; children: ReactNode }) {
  const [zoom, setZoom] = useState<Zoom>(NO_ZOOM)
  const zoomed = zoom.level > ZOOM_MIN
  const drag = useDrag((x, y) => setZoom((now) => panBy(now, x, y)))

  function handleKey(event: KeyboardEvent): void {
    // Browser shortcuts, such as zoom and back.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = ARROWS.find(({ key }) => key === event.key)
    const step = { '+': 1, '=': 1, '-': -1 }[event.key]
    if (arrow && zoomed) setZoom(panBy(zoom, arrow.x, arrow.y))
    else if (step) setZoom(zoomBy(zoom, step))
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div className="relative" onKeyDown={canZoom ? handleKey : undefined}>
      <div
        {...(zoomed ? drag : {})}
        className={`relative aspect-square overflow-hidden rounded-md bg-ground ${zoomed ? 'cursor-grab touch-none active:cursor-grabbing' : ''}`}
      >
        <div
          data-zoom={zoom.level}
          className="size-full transition-transform duration-150"
          style={
            zoomed ? { transform: `translate(${zoom.x * 100}%, ${zoom.y * 100}%) scale(${zoom.level})` } : undefined
          }
        >
          {children}
        </div>
      </div>
      {canZoom && zoomed && <PanButtons onPan={(x, y) => setZoom(panBy(zoom, x, y))} />}
      {canZoom && <ZoomButtons level={zoom.level} onZoom={(steps) => setZoom(zoomBy(zoom, steps))} />}
    </div>
  )
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
    const size = currentTarget.clientWidth
    if (from?.pointerId !== pointerId || size === 0) return
    last.current = { pointerId, x: clientX, y: clientY }
    onMove((clientX - from.x) / size, (clientY - from.y) / size)
  }

  function handleEnd(): void {
    last.current = null
  }

  return { onPointerDown: handleDown, onPointerMove: handleMove, onLostPointerCapture: handleEnd }
}

/** At an end of the range a button stays focusable, so that keyboard focus is not lost. */
function ZoomButtons({ level, onZoom }: { level: number; onZoom: (steps: number) => void }) {
  return (
    <fieldset className="absolute right-3 bottom-3 flex items-center rounded-full border border-line bg-card">
      <legend className="sr-only">Zoom</legend>
      <button
        type="button"
        aria-label="Zoom out"
        aria-disabled={level <= ZOOM_MIN}
        onClick={() => onZoom(-1)}
        className={TOOL}
      >
        <Minus aria-hidden size={18} strokeWidth={2} />
      </button>
      <output aria-live="polite" aria-label="Zoom level" className="w-12 text-center text-sm tabular-nums">
        {Math.round(level * 100)}%
      </output>
      <button
        type="button"
        aria-label="Zoom in"
        aria-disabled={level >= ZOOM_MAX}
        onClick={() => onZoom(1)}
        className={TOOL}
      >
        <Plus aria-hidden size={18} strokeWidth={2} />
      </button>
    </fieldset>
  )
}

/** Along the edges, so that they do not cover the picture. */
function PanButtons({ onPan }: { onPan: (x: number, y: number) => void }) {
  return (
    <fieldset>
      <legend className="sr-only">Move the picture</legend>
      {ARROWS.map(({ name, x, y, Icon, place }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          onClick={() => onPan(x, y)}
          className={`${TOOL} ${place} absolute border border-line bg-card`}
        >
          <Icon aria-hidden size={18} strokeWidth={2} />
        </button>
      ))}
    </fieldset>
  )
}
