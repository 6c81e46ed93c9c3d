import { PICTURE_WIDTHS } from '@shop/contract/pictures'
import { useEffect, useRef, useState } from 'react'
import { BagPlaceholder } from './bag-placeholder.tsx'
import { pictureSet } from './picture-set.ts'

/** Another crop of the same scene for windows that match `media`, with its own intrinsic size. */
export type OtherCrop = { src: string; media: string; width: number; height: number }

type PhotoProps = {
  /** The picture's address; `null` draws the placeholder. */
  src: string | null
  alt: string
  /** Where resized pictures are served from; others are used as they are. */
  baseUrl: string
  /** The `sizes` attribute: how wide the picture is drawn. */
  sizes: string
  /** Intrinsic size, so that nothing moves when the picture arrives. */
  width: number
  height: number
  /** For the first pictures of a page: fetched at once, with high priority. All others are lazy. */
  priority?: boolean
  otherCrop?: OtherCrop
  className?: string
}

const FORMATS = ['avif', 'webp'] as const

/** A photograph in modern formats and fitting widths; one that fails to load becomes the placeholder (R9). */
export function Photo(props: PhotoProps) {
  const { src, alt, baseUrl, sizes, width, height, priority = false, otherCrop, className = '' } = props
  const [failed, setFailed] = useState<string | null>(null)
  const ref = useRef<HTMLImageElement>(null)

  useEffect(() => {
    // A picture of the server's page may have failed before hydration.
    const image = ref.current
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') setFailed(src)
  }, [src])

  if (src === null || failed === src) return <BagPlaceholder label={alt} className={className} />
  const resized = pictureSet(src, 'avif', baseUrl, PICTURE_WIDTHS) !== null
  return (
    <picture className="contents">
      {otherCrop && <Sources crop={otherCrop} baseUrl={baseUrl} sizes={sizes} />}
      <Sources crop={{ src }} baseUrl={baseUrl} sizes={sizes} />
      <img
        ref={ref}
        src={resized ? `${src}${src.includes('?') ? '&' : '?'}w=640&f=jpeg` : src}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        draggable={false}
        className={className}
        onError={() => setFailed(src)}
      />
    </picture>
  )
}

type SourcesProps = { crop: { src: string } & Partial<OtherCrop>; baseUrl: string; sizes: string }

/** A crop in every format and width; a crop that another host serves as it is has one form. */
function Sources({ crop: { src, ...place }, baseUrl, sizes }: SourcesProps) {
  const sets = FORMATS.map((format) => [format, pictureSet(src, format, baseUrl, PICTURE_WIDTHS)] as const)
  if (sets.some(([, set]) => set === null)) return place.media ? <source srcSet={src} {...place} /> : null
  return sets.map(([format, set]) => (
    <source key={format} type={`image/${format}`} srcSet={set ?? undefined} sizes={sizes} {...place} />
  ))
}
