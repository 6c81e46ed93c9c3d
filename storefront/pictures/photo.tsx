import { PICTURE_WIDTHS, pictureUrl } from '@shop/contract/pictures'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../data/api.tsx'
import { LineDrawing } from '../ui/icon.tsx'

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

type ShopPhotoProps = {
  /** A file of the catalog's photographs. */
  file: string
  alt: string
  sizes: string
  width: number
  height: number
  priority?: boolean
  /** A portrait of the same scene, for windows that match. */
  portrait?: { file: string; media: string; width: number; height: number }
  className?: string
}

/** One of the maker's own photographs, for pages about the maker. */
export function ShopPhoto({ file, portrait, ...rest }: ShopPhotoProps) {
  const { baseUrl } = useApi()
  if (portrait === undefined) return <Photo src={pictureUrl(baseUrl, file)} baseUrl={baseUrl} {...rest} />
  const { file: portraitFile, ...place } = portrait
  const otherCrop = { src: pictureUrl(baseUrl, portraitFile), ...place }
  return <Photo src={pictureUrl(baseUrl, file)} baseUrl={baseUrl} otherCrop={otherCrop} {...rest} />
}

type SmallPhotoProps = {
  /** A file of the shop, a path or an address (R3); `null` draws the placeholder. */
  src: string | null
  alt: string
  /** Width and height in pixels. */
  size: number
}

/** A small square photograph in a list of things, on the photographs' own ground. */
export function SmallPhoto({ src, alt, size }: SmallPhotoProps) {
  const { baseUrl } = useApi()
  return (
    <span className="block shrink-0 overflow-hidden rounded-md bg-ground" style={{ width: size, height: size }}>
      <Photo
        src={src === null ? null : pictureUrl(baseUrl, src)}
        alt={alt}
        baseUrl={baseUrl}
        sizes={`${size}px`}
        width={size}
        height={size}
        className="size-full object-cover"
      />
    </span>
  )
}

/**
 * Preloads a page's largest picture from the document's head. `sizes` and `media` must be those of the picture itself, or
 * it would be fetched twice.
 */
export function PreloadPhoto(props: { src: string; baseUrl: string; sizes: string; media: string }) {
  const { src, baseUrl, sizes, media } = props
  const set = pictureSet(src, 'avif', baseUrl, PICTURE_WIDTHS)
  if (set === null) return null
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      // Browsers without `imagesrcset` have no AVIF either, and ignore it.
      href={src}
      imageSrcSet={set}
      imageSizes={sizes}
      media={media}
      fetchPriority="high"
    />
  )
}

/** A drawn bag on the photographs' ground, where there is no picture; decorative without a label. */
export function BagPlaceholder({ label, className = '' }: { label: string; className?: string }) {
  return (
    <span
      {...(label !== '' && { role: 'img', 'aria-label': label })}
      className={`grid aspect-square place-items-center bg-ground text-line-strong ${className}`}
    >
      <LineDrawing viewBox="0 0 120 120" className="w-1/2 max-w-44">
        <path d="M48 26c0-9 24-9 24 0v5" />
        <path d="M48 31v-5" />
        <path d="M32 54c0-15 10-24 28-24s28 9 28 24v38c0 5-3 8-8 8H40c-5 0-8-3-8-8z" />
        <path d="M40 72h40v18a4 4 0 0 1-4 4H44a4 4 0 0 1-4-4z" />
        <path d="M40 78h40" />
        <path d="M69 78v5" />
        <rect x="52" y="46" width="16" height="12" rx="2.5" />
        <path d="m54.500 55 3.500-4 2.500 2.500 2-2 3 3.500" />
        <path d="M32 66c-6 2-8 6-8 12v8M88 66c6 2 8 6 8 12v8" />
      </LineDrawing>
    </span>
  )
}

/** The sizes of one picture in one format for `srcset`; `null` for pictures that another host serves as they are. */
export function pictureSet(
  url: string,
  format: 'avif' | 'webp',
  baseUrl: string,
  widths: readonly number[],
): string | null {
  if (!url.startsWith(`${baseUrl}/images/`) || /\.svg($|\?)/i.test(url)) return null
  const joint = url.includes('?') ? '&' : '?'
  return widths.map((width) => `${url}${joint}w=${width}&f=${format} ${width}w`).join(', ')
}

/** A picture laid out for shared links, 1200 x 630 pixels where our own backend serves it. */
export function sharePictureUrl(baseUrl: string, src: string): string {
  const url = pictureUrl(baseUrl, src)
  if (!url.startsWith(`${baseUrl}/images/`) || /\.svg($|\?)/i.test(url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}f=share`
}
