import { isVideo } from '@shop/contract/catalog/calls'
import { type Picture, pictureUrl } from '@shop/contract/catalog/pictures'
import { Maximize2, Pause, Play, VideoOff } from 'lucide'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useApi } from '../../data/api.tsx'
import { Photo } from '../../pictures/photo.tsx'
import { useIsComplete } from '../../router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isCloseUp } from '../product.ts'
import { TOOL_CLASS, useZoom, ZoomTools } from './zoom.tsx'

type PictureStageProps = {
  pictures: readonly Picture[]
  name: string
  chosen: number
  onChoose: (index: number) => void
  onIntent: () => void
  onFullScreen: () => void
}

/**
 * The selected picture or video, with zoom, pan and swipe. All pictures are side by side in a scroller that snaps; those
 * that are not selected are fetched on hover, touch or focus.
 */
export function PictureStage({ pictures, name, chosen, onChoose, onIntent, onFullScreen }: PictureStageProps) {
  const [hasIntent, setHasIntent] = useState(false)
  const track = useRef<HTMLDivElement>(null)
  const fullScreenButton = useRef<HTMLButtonElement>(null)
  const shown = pictures[chosen]
  const zoom = useZoom(shown?.src ?? '')
  const canZoom = shown !== undefined && !isVideo(shown.src)

  // Where a new page is scrolled to is not read, which would lay it out, before its first frame.
  const isComplete = useIsComplete()
  useEffect(() => {
    const current = isComplete ? track.current : null
    if (current !== null && indexAt(current) !== chosen) current.scrollTo({ left: chosen * current.clientWidth })
  }, [chosen, isComplete])

  function handleIntent(): void {
    setHasIntent(true)
    onIntent()
  }

  function handleScroll(): void {
    const index = track.current === null ? chosen : indexAt(track.current)
    if (index !== chosen && pictures[index] !== undefined) onChoose(index)
  }

  /** Closing the full screen returns focus to the button, which keyboards use. */
  function handleTap(): void {
    fullScreenButton.current?.focus({ preventScroll: true })
    onFullScreen()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div
      data-picture-frame
      className="relative"
      onKeyDown={canZoom ? zoom.onKeyDown : undefined}
      onPointerEnter={handleIntent}
      onTouchStart={handleIntent}
      onFocus={handleIntent}
    >
      {/* Arrow keys scroll it, as they scroll whatever has focus. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        ref={track}
        role="group"
        aria-label="Selected picture"
        tabIndex={pictures.length > 1 ? 0 : undefined}
        onScroll={handleScroll}
        className={`swipe flex overflow-y-hidden lg:rounded-md ${zoom.isZoomed ? 'overflow-x-hidden' : 'overflow-x-auto'}`}
      >
        {(shown === undefined ? [null] : pictures).map((picture, index) => (
          <div
            key={picture?.src ?? 'none'}
            aria-hidden={index !== chosen || undefined}
            className="w-full shrink-0 snap-start"
          >
            {picture !== null && isVideo(picture.src) ? (
              <VideoSlide picture={picture} name={name} current={index === chosen} />
            ) : (
              <Frame zoom={index === chosen && canZoom ? zoom : null} onTap={handleTap}>
                {(index === chosen || hasIntent) && (
                  <MainPhoto
                    picture={picture}
                    name={name}
                    priority={index === 0}
                    zoomed={index === chosen && zoom.isZoomed}
                  />
                )}
              </Frame>
            )}
          </div>
        ))}
      </div>
      {canZoom && (
        <ZoomTools {...zoom}>
          <button
            ref={fullScreenButton}
            type="button"
            aria-label="Full screen"
            onClick={onFullScreen}
            className={`${TOOL_CLASS} border-l border-line`}
          >
            <Icon icon={Maximize2} size={18} />
          </button>
        </ZoomTools>
      )}
    </div>
  )
}

/** The picture that a scroller shows, or is about to snap to. */
function indexAt({ scrollLeft, clientWidth }: HTMLElement): number {
  return clientWidth === 0 ? 0 : Math.round(scrollLeft / clientWidth)
}

type FrameProps = { zoom: ReturnType<typeof useZoom> | null; onTap: () => void; children: ReactNode }

/** A square, lower where a phone's first screen has no room for one, that cuts off what a zoomed picture has outside of it. */
function Frame({ zoom, onTap, children }: FrameProps) {
  const isZoomed = zoom?.isZoomed === true
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button for the full screen is beside it
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div
      {...zoom?.frame}
      // Also before the application is there (`inline/start.ts`).
      data-press
      onClick={zoom === null || isZoomed ? undefined : onTap}
      className={`stage relative aspect-square overflow-hidden bg-ground ${isZoomed ? 'cursor-grab touch-none active:cursor-grabbing' : ''}`}
    >
      <div data-zoom={zoom?.level} className="size-full transition-transform duration-150" style={zoom?.style}>
        {children}
      </div>
    </div>
  )
}

type MainPhotoProps = { picture: Picture | null; name: string; priority: boolean; zoomed: boolean }

/** Zoomed, one larger file serves every step; the smaller one is shown until it has come. */
function MainPhoto({ picture, name, priority, zoomed }: MainPhotoProps) {
  return (
    <Photo
      src={picture?.src ?? null}
      alt={picture?.alt ?? name}
      name={name}
      sizes={zoomed ? '300vw' : '(min-width: 100rem) 52rem, (min-width: 64rem) 44rem, 100vw'}
      width={1200}
      priority={priority}
      {...(picture !== null && isCloseUp(picture) && { className: 'close-up size-full object-cover' })}
    />
  )
}

/** A video plays, and is fetched, only while it is the selected picture. */
function VideoSlide({ picture, name, current }: { picture: Picture; name: string; current: boolean }) {
  const { baseUrl } = useApi()
  if (!current) return <div className="stage aspect-square bg-ground" />
  return <ProductVideo src={pictureUrl(baseUrl, picture.src)} label={picture.alt ?? name} />
}

/**
 * An autoplaying, muted, looping video with a pause button; it does not start under reduced motion (R9). In the place of
 * one that cannot be played stands that it cannot.
 */
function ProductVideo({ src, label }: { src: string; label: string }) {
  const ref = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)

  const start = useCallback((video: HTMLVideoElement | null) => {
    ref.current = video
    if (video === null || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    video.autoplay = true
    // The browser may refuse to autoplay; the button then starts it.
    video.play().catch(() => setPlaying(false))
  }, [])

  function handleToggle(): void {
    const video = ref.current
    if (video === null) return
    if (video.paused) video.play().catch(() => setPlaying(false))
    else video.pause()
  }

  if (failed) return <FailedVideo />
  return (
    <div className="stage relative aspect-square overflow-hidden bg-ground lg:rounded-md">
      <video
        ref={start}
        src={src}
        aria-label={label}
        muted
        loop
        playsInline
        preload="auto"
        width={720}
        height={720}
        onError={() => setFailed(true)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className="size-full object-cover"
      />
      <button
        type="button"
        aria-label={playing ? 'Pause video' : 'Play video'}
        onClick={handleToggle}
        className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full border border-line bg-card hover:text-clay"
      >
        <Icon icon={playing ? Pause : Play} size={20} />
      </button>
    </div>
  )
}

function FailedVideo() {
  return (
    <div className="stage grid aspect-square place-content-center justify-items-center gap-3 bg-ground px-6 text-center text-ink-soft lg:rounded-md">
      <Icon icon={VideoOff} size={40} />
      <p>This video can’t be played here.</p>
    </div>
  )
}
