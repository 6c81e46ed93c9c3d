import { isVideo } from '@shop/contract/catalog/calls'
import type { Picture } from '@shop/contract/catalog/pictures'
import { Play } from 'lucide'
import { Suspense, useState } from 'react'
import { Photo } from '../../pictures/photo.tsx'
import { NOTIFICATION_TIMER_MS, showPopup } from '../../popups/popup-store.ts'
import { ErrorBoundary } from '../../router/error-boundary.tsx'
import { lazyComponent } from '../../router/lazy-component.ts'
import { Icon } from '../../ui/icon.tsx'
import { InView } from '../../ui/in-view.tsx'
import { isCloseUp, photosOf } from '../product.ts'
import { PictureStage } from './picture-stage.tsx'
import type { PictureViewerProps } from './picture-viewer.tsx'

const PictureViewer = lazyComponent<PictureViewerProps>(
  'the full screen',
  async () => (await import('./picture-viewer.tsx')).PictureViewer,
)

const NOT_OPENED = 'We couldn’t open full screen. Check your connection and try again.'

/** On a phone of 360 pixels; ten make two rows. */
const THUMBNAILS_IN_ROW = 6

type GalleryProps = {
  pictures: readonly Picture[]
  name: string
  /** Whether what lies below the window is rendered, too. */
  isComplete: boolean
}

/** Thumbnails, the selected picture or video (R9), and a full-screen view; wide screens also show the others large. */
export function Gallery({ pictures, name, isComplete }: GalleryProps) {
  const [selected, setSelected] = useState(0)
  const [viewed, setViewed] = useState<Picture | null>(null)
  // A refresh may have brought fewer pictures.
  const chosen = selected < pictures.length ? selected : 0
  const current = pictures[chosen]

  function openViewer(picture: Picture | undefined): void {
    if (picture === undefined) return
    PictureViewer.preload().then(
      () => setViewed(picture),
      () => showPopup({ kind: 'error', text: NOT_OPENED, timer: NOTIFICATION_TIMER_MS, button: 'Close' }),
    )
  }

  return (
    <div
      className={`flex flex-col gap-2 lg:flex-row-reverse lg:gap-4 ${pictures.length > THUMBNAILS_IN_ROW ? '[--rows:2]' : ''}`}
    >
      <div className="min-w-0 flex-1 max-lg:-mx-(--gutter)">
        <PictureStage
          pictures={pictures}
          name={name}
          chosen={chosen}
          onChoose={setSelected}
          onIntent={preloadViewer}
          onFullScreen={() => openViewer(current)}
        />
        {isComplete && (
          <LargePictures pictures={pictures.filter((picture) => picture !== current)} name={name} onOpen={openViewer} />
        )}
      </div>
      {pictures.length > 1 && (
        <ul aria-label="Pictures" className="flex flex-wrap gap-1.5 lg:flex-col lg:gap-2">
          {pictures.map((entry, index) => (
            <li key={entry.src} className="size-11 sm:size-16 lg:size-20">
              <Thumbnail
                picture={entry}
                label={entry.alt ?? `${name}, picture ${index + 1}`}
                current={index === chosen}
                onChoose={() => setSelected(index)}
              />
            </li>
          ))}
        </ul>
      )}
      {viewed !== null && (
        <ErrorBoundary resetKey={viewed.src} fallback={null} onError={() => setViewed(null)}>
          <Suspense fallback={null}>
            <PictureViewer pictures={pictures} first={viewed} name={name} onClose={() => setViewed(null)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

function preloadViewer(): void {
  PictureViewer.preload().catch(() => {})
}

type LargePicturesProps = { pictures: readonly Picture[]; name: string; onOpen: (picture: Picture) => void }

/**
 * Pictures beside the selected one, on wide screens. They are in two columns; an odd last one spans both. Videos only play in
 * the main area.
 */
function LargePictures({ pictures, name, onOpen }: LargePicturesProps) {
  const photos = photosOf(pictures)
  if (photos.length === 0) return null
  return (
    <ul aria-label="Large pictures" className="mt-4 hidden grid-cols-2 gap-4 lg:grid">
      {photos.map((picture, index) => {
        const isWide = index === photos.length - 1 && index % 2 === 0
        return (
          <li key={picture.src} className={`relative ${isWide ? 'col-span-2' : ''}`}>
            <InView
              initiallyInView={false}
              className={`overflow-hidden rounded-md bg-ground ${isWide ? 'aspect-[2/1]' : 'aspect-square'}`}
            >
              <Photo
                src={picture.src}
                alt=""
                sizes={isWide ? '52rem' : '26rem'}
                width={1200}
                className={isCloseUp(picture) ? 'size-full object-cover' : 'whole-photo size-full object-contain'}
              />
            </InView>
            <button
              type="button"
              aria-label={`Full screen: ${picture.alt ?? name}`}
              onPointerEnter={preloadViewer}
              onFocus={preloadViewer}
              onClick={() => onOpen(picture)}
              className="absolute inset-0"
            />
          </li>
        )
      })}
    </ul>
  )
}

type ThumbnailProps = { picture: Picture; label: string; current: boolean; onChoose: () => void }

function Thumbnail({ picture, label, current, onChoose }: ThumbnailProps) {
  return (
    <button
      type="button"
      aria-pressed={current}
      onClick={onChoose}
      className="relative block size-full overflow-hidden rounded-md bg-ground opacity-80 ring-clay transition-opacity hover:opacity-100 aria-pressed:opacity-100 aria-pressed:ring-2 forced-colors:aria-pressed:border-4 forced-colors:aria-pressed:border-[Highlight]"
    >
      {isVideo(picture.src) ? (
        <span className="grid size-full place-items-center bg-ink text-card">
          <Icon icon={Play} size={22} />
          <span className="sr-only">{label} (video)</span>
        </span>
      ) : (
        <Photo src={picture.src} alt={label} sizes="5rem" width={160} />
      )}
    </button>
  )
}
