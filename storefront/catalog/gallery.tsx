import { isVideo } from '@shop/contract/catalog'
import { type Picture, pictureUrl } from '@shop/contract/pictures'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/api.tsx'
import { Photo } from '../pictures/photo.tsx'
import { ProductVideo } from './product-video.tsx'
import { ZoomStage } from './zoom-stage.tsx'

/** All thumbnails, and the selected picture or video (R9). */
export function Gallery({ pictures, name }: { pictures: readonly Picture[]; name: string }) {
  const [chosen, setChosen] = useState(0)
  const picture = pictures[chosen] ?? pictures[0] ?? null
  const { baseUrl } = useApi()
  const label = picture?.alt ?? name
  return (
    <div className="flex flex-col gap-3 lg:flex-row-reverse lg:gap-4">
      <div className="min-w-0 flex-1">
        {picture !== null && isVideo(picture.src) ? (
          <ProductVideo key={picture.src} src={pictureUrl(baseUrl, picture.src)} label={label} />
        ) : (
          <ZoomStage key={picture?.src ?? 'none'} canZoom={picture !== null}>
            <Photo
              src={picture === null ? null : pictureUrl(baseUrl, picture.src)}
              alt={label}
              baseUrl={baseUrl}
              sizes="(min-width: 64rem) 44rem, 100vw"
              width={1200}
              height={1200}
              priority
              className="size-full object-cover"
            />
          </ZoomStage>
        )}
      </div>
      {pictures.length > 1 && (
        <ul aria-label="Pictures" className="grid grid-cols-5 gap-2 lg:flex lg:w-20 lg:flex-col">
          {pictures.map((entry, index) => (
            <li key={entry.src}>
              <Thumbnail
                picture={entry}
                label={entry.alt ?? `${name}, picture ${index + 1}`}
                current={entry === picture}
                onChoose={() => setChosen(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ThumbnailProps = { picture: Picture; label: string; current: boolean; onChoose: () => void }

function Thumbnail({ picture, label, current, onChoose }: ThumbnailProps) {
  const { baseUrl } = useApi()
  return (
    <button
      type="button"
      aria-pressed={current}
      onClick={onChoose}
      className="relative block aspect-square w-full overflow-hidden rounded-md bg-ground opacity-80 ring-clay transition-opacity hover:opacity-100 aria-pressed:opacity-100 aria-pressed:ring-2 forced-colors:aria-pressed:border-4 forced-colors:aria-pressed:border-[Highlight]"
    >
      {isVideo(picture.src) ? (
        <span className="grid size-full place-items-center bg-ink text-card">
          <Play aria-hidden size={22} />
          <span className="sr-only">{label} (video)</span>
        </span>
      ) : (
        <Photo
          src={pictureUrl(baseUrl, picture.src)}
          alt={label}
          baseUrl={baseUrl}
          sizes="5rem"
          width={160}
          height={160}
          className="size-full object-cover"
        />
      )}
    </button>
  )
}
