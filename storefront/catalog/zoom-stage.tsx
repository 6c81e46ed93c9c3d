import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { NO_ZOOM, panBy, ZOOM_MAX, ZOOM_MIN, type Zoom, zoomBy } from './zoom.ts'

/** How far one press of an arrow moves the picture, as a share of its frame. */
const PAN_STEP = 0.15

const ARROWS = [
  { key: 'ArrowUp', name: 'Pan up', x: 0, y: PAN_STEP, Icon: ChevronUp },
  { key: 'ArrowLeft', name: 'Pan left', x: PAN_STEP, y: 0, Icon: ChevronLeft },
  { key: 'ArrowRight', name: 'Pan right', x: -PAN_STEP, y: 0, Icon: ChevronRight },
  { key: 'ArrowDown', name: 'Pan down', x: 0, y: -PAN_STEP, Icon: ChevronDown },
] as const

const TOOL = 'grid size-11 place-items-center rounded-full hover:text-clay disabled:text-line-strong'

/** A picture that can be enlarged with buttons or + and -, and moved by dragging, arrow keys or arrow buttons. */
export function ZoomStage({ canZoom, children }: { canZoom: boolean; children: ReactNode }) {
  const [zoom, setZoom] = useState<Zoom>(NO_ZOOM)
  const frame = useRef<HTMLDivElement>(null)
  const zoomed = zoom.level > ZOOM_MIN

  function handleKey(event: KeyboardEvent): void {
    const arrow = ARROWS.find(({ key }) => key === event.key)
    const step = { '+': 1, '=': 1, '-': -1 }[event.key]
    if (arrow && zoomed) setZoom(panBy(zoom, arrow.x, arrow.y))
    else if (step) setZoom(zoomBy(zoom, step))
    else return
    event.preventDefault()
  }

  /** Only moves while a button or finger is down; the picture follows one to one. */
  function handleDrag(event: PointerEvent): void {
    const size = frame.current?.clientWidth ?? 0
    if (!zoomed || event.buttons === 0 || size === 0) return
    setZoom((now) => panBy(now, event.movementX / size, event.movementY / size))
  }

  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging has the arrow buttons as its equal */}
      <div
        ref={frame}
        onKeyDown={canZoom ? handleKey : undefined}
        onPointerDown={(event) => zoomed && event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={handleDrag}
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
        {canZoom && (
          <div className="absolute right-3 bottom-3 flex flex-col items-end gap-2">
            {zoomed && <PanButtons onPan={(x, y) => setZoom(panBy(zoom, x, y))} />}
            <fieldset className="flex items-center rounded-full border border-line bg-card">
              <legend className="sr-only">Zoom</legend>
              <button
                type="button"
                aria-label="Zoom out"
                disabled={!zoomed}
                onClick={() => setZoom(zoomBy(zoom, -1))}
                className={TOOL}
              >
                <Minus aria-hidden size={18} strokeWidth={2} />
              </button>
              <output aria-live="polite" className="w-12 text-center text-sm tabular-nums">
                {Math.round(zoom.level * 100)}%
              </output>
              <button
                type="button"
                aria-label="Zoom in"
                disabled={zoom.level >= ZOOM_MAX}
                onClick={() => setZoom(zoomBy(zoom, 1))}
                className={TOOL}
              >
                <Plus aria-hidden size={18} strokeWidth={2} />
              </button>
            </fieldset>
          </div>
        )}
      </div>
    </div>
  )
}

function PanButtons({ onPan }: { onPan: (x: number, y: number) => void }) {
  const places = ['col-start-2', 'col-start-1 row-start-2', 'col-start-3 row-start-2', 'col-start-2 row-start-3']
  return (
    <fieldset className="grid grid-cols-3 rounded-lg border border-line bg-card">
      <legend className="sr-only">Move the picture</legend>
      {ARROWS.map(({ name, x, y, Icon }, index) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          onClick={() => onPan(x, y)}
          className={`${TOOL} ${places[index]}`}
        >
          <Icon aria-hidden size={18} strokeWidth={2} />
        </button>
      ))}
    </fieldset>
  )
}
