import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Minus, Plus } from 'lucide'
import { Icon } from '../ui/icon.tsx'
import type { useZoom } from './use-zoom.ts'
import { PAN_KEYS, ZOOM_MAX, ZOOM_MIN } from './zoom.ts'

const ARROWS = [
  { key: 'ArrowUp', name: 'Pan up', icon: ChevronUp, place: 'top-2 left-1/2 -translate-x-1/2' },
  { key: 'ArrowLeft', name: 'Pan left', icon: ChevronLeft, place: 'top-1/2 left-2 -translate-y-1/2' },
  { key: 'ArrowRight', name: 'Pan right', icon: ChevronRight, place: 'top-1/2 right-2 -translate-y-1/2' },
  // On the narrowest phones above the zoom buttons, which leave no space beside it.
  {
    key: 'ArrowDown',
    name: 'Pan down',
    icon: ChevronDown,
    place: 'bottom-2 left-1/2 -translate-x-1/2 max-[22rem]:bottom-15',
  },
] as const

/** The classes of a round button over a picture. */
export const TOOL = 'grid size-11 place-items-center rounded-full hover:text-clay aria-disabled:text-line-strong'

type ZoomToolsProps = Pick<ReturnType<typeof useZoom>, 'level' | 'isZoomed' | 'onZoom' | 'onPan'>

/** The zoom buttons of a picture, and arrow buttons once it is zoomed; over a `relative` element. */
export function ZoomTools({ level, isZoomed, onZoom, onPan }: ZoomToolsProps) {
  return (
    <>
      {isZoomed && <PanButtons onPan={onPan} />}
      <ZoomButtons level={level} onZoom={onZoom} />
    </>
  )
}

/** At an end of the range a button stays focusable, so that keyboard focus is not lost. */
function ZoomButtons({ level, onZoom }: Pick<ZoomToolsProps, 'level' | 'onZoom'>) {
  return (
    <fieldset className="absolute right-2 bottom-2 flex items-center rounded-full border border-line bg-card">
      <legend className="sr-only">Zoom</legend>
      <button
        type="button"
        aria-label="Zoom out"
        aria-disabled={level <= ZOOM_MIN}
        onClick={() => onZoom(-1)}
        className={TOOL}
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
        className={TOOL}
      >
        <Icon icon={Plus} size={18} strokeWidth={2} />
      </button>
    </fieldset>
  )
}

/** Along the edges, so that they do not cover the picture. */
function PanButtons({ onPan }: Pick<ZoomToolsProps, 'onPan'>) {
  return (
    <fieldset>
      <legend className="sr-only">Move the picture</legend>
      {ARROWS.map(({ key, name, icon, place }) => (
        <button
          key={key}
          type="button"
          aria-label={name}
          onClick={() => onPan(...(PAN_KEYS[key] ?? [0, 0]))}
          className={`${TOOL} ${place} absolute border border-line bg-card`}
        >
          <Icon icon={icon} size={18} strokeWidth={2} />
        </button>
      ))}
    </fieldset>
  )
}
