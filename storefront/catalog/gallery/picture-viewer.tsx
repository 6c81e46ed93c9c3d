import type { Picture } from '@shop/contract/catalog/pictures'
import { ChevronLeft, ChevronRight, type IconNode, X } from 'lucide'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { Photo } from '../../pictures/photo.tsx'
import { PopupOutlet } from '../../popups/popup-region.tsx'
import { useBackCloses } from '../../router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { photosOf } from '../product.ts'
import { TOOL_CLASS, useZoom, ZoomTools } from './zoom.tsx'

export type PictureViewerProps = {
  pictures: readonly Picture[]
  first: Picture
  name: string
  onClose: () => void
}

/** A product's photographs in the whole window, one at a time, with zoom; without videos. */
export function PictureViewer({ pictures, first, name, onClose }: PictureViewerProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const photos = photosOf(pictures)
  const [src, setSrc] = useState(first.src)
  const index = Math.max(
    0,
    photos.findIndex((photo) => photo.src === src),
  )
  const photo = photos[index] ?? first
  const zoom = useZoom(photo.src)

  const open = useCallback((dialog: HTMLDialogElement | null) => {
    ref.current = dialog
    if (dialog?.open === false) dialog.showModal()
  }, [])

  useBackCloses(() => ref.current?.close())

  function turn(steps: number): void {
    const next = photos[(index + steps + photos.length) % photos.length]
    if (next !== undefined) setSrc(next.src)
  }

  /** Arrow keys show another picture, or pan a zoomed one. */
  function handleKeyDown(event: KeyboardEvent): void {
    if (!zoom.isZoomed && event.key === 'ArrowLeft') turn(-1)
    else if (!zoom.isZoomed && event.key === 'ArrowRight') turn(1)
    else zoom.onKeyDown(event)
  }

  return (
    <dialog
      ref={open}
      aria-label={`Pictures of ${name}`}
      onKeyDown={handleKeyDown}
      onClose={onClose}
      className="dialog viewer m-0 h-dvh max-h-none w-screen max-w-none text-ink"
    >
      <div
        {...zoom.frame}
        className={`size-full overflow-hidden ${zoom.isZoomed ? 'cursor-grab touch-none active:cursor-grabbing' : ''}`}
      >
        <div data-zoom={zoom.level} className="size-full transition-transform duration-150" style={zoom.style}>
          <FullPhoto key={photo.src} picture={photo} name={name} />
        </div>
      </div>
      <ZoomTools {...zoom} />
      {photos.length > 1 && !zoom.isZoomed && (
        <>
          <Turn name="Previous picture" place="left-2" icon={ChevronLeft} onTurn={() => turn(-1)} />
          <Turn name="Next picture" place="right-2" icon={ChevronRight} onTurn={() => turn(1)} />
        </>
      )}
      <button
        type="button"
        aria-label="Close"
        onClick={() => ref.current?.close()}
        className={`${TOOL_CLASS} absolute top-2 right-2 border border-line bg-card`}
      >
        <Icon icon={X} size={20} />
      </button>
      <p role="status" className="sr-only">
        {photos.length > 1 && `Picture ${index + 1} of ${photos.length}`}
      </p>
      <PopupOutlet open />
    </dialog>
  )
}

function FullPhoto({ picture, name }: { picture: Picture; name: string }) {
  return (
    <Photo
      src={picture.src}
      alt={picture.alt ?? name}
      name={name}
      // Three times as large at full zoom, yet no larger than the originals.
      sizes="(min-width: 40rem) 80rem, 160vw"
      width={1200}
      priority
      className="whole-photo mx-auto aspect-square h-full w-auto max-w-full object-contain"
    />
  )
}

function Turn({ name, place, icon, onTurn }: { name: string; place: string; icon: IconNode; onTurn: () => void }) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onTurn}
      className={`${TOOL_CLASS} ${place} absolute top-1/2 -translate-y-1/2 border border-line bg-card`}
    >
      <Icon icon={icon} size={20} />
    </button>
  )
}
