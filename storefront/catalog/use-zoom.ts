import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { NO_ZOOM, PAN_KEYS, panBy, ZOOM_MIN, type Zoom, zoomBy } from './zoom.ts'

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
