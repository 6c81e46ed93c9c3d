import { useEffect, useRef, useState } from 'react'
import { PICTURE_WIDTHS, pictureSet } from '../lib/pictures.ts'
import { BagPlaceholder } from './bag-placeholder.tsx'

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
  /** The first picture of a page is eager and first in line; all others are lazy. */
  priority?: boolean
  className?: string
}

/** A photograph in modern formats and fitting widths; one that fails to load becomes the placeholder (R9). */
export function Photo({ src, alt, baseUrl, sizes, width, height, priority = false, className = '' }: PhotoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const ref = useRef<HTMLImageElement>(null)

  useEffect(() => {
    // A picture of the server's page may have failed before the script was there to hear it.
    const image = ref.current
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') setFailed(src)
  }, [src])

  if (src === null || failed === src) return <BagPlaceholder label={alt} className={className} />
  const avif = pictureSet(src, 'avif', baseUrl, PICTURE_WIDTHS)
  const webp = pictureSet(src, 'webp', baseUrl, PICTURE_WIDTHS)
  return (
    <picture className="contents">
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        ref={ref}
        src={avif ? `${src}${src.includes('?') ? '&' : '?'}w=640&f=jpeg` : src}
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
