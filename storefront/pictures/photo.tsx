import { PICTURE_WIDTHS, pictureUrl } from '@shop/contract/catalog/pictures'
import { useCallback, useState } from 'react'
import { useApi } from '../data/api.tsx'
import { LineDrawing } from '../ui/icon.tsx'
import { drawingOf } from './drawings.tsx'

/** Another crop of the same scene for windows that match `media`, with its own intrinsic size. */
type Portrait = { src: string; media: string; width: number; height: number }

type PhotoProps = {
  /** A file of the shop, a path or a full URL (R3); `null` draws the placeholder. */
  src: string | null
  alt: string
  /** The product that it shows, where the alternative text does not name it: its kind is drawn if there is no picture. */
  name?: string | undefined
  /** The `sizes` attribute: how wide the picture is drawn. */
  sizes: string
  /** Intrinsic size, so nothing moves when the picture arrives. */
  width: number
  height?: number
  /** For the first pictures of a page: fetched at once, with high priority. */
  priority?: boolean
  /** For those beside them on the first screen: fetched at once. All others are lazy. */
  eager?: boolean
  portrait?: Portrait | null
  /** The windows in which it is a page's largest picture, which is then preloaded from the document's head. */
  preload?: string
  className?: string
}

const PHOTO_FORMATS = ['avif', 'webp'] as const

/** A photograph in modern formats and fitting widths; one that fails to load becomes the placeholder (R9). */
export function Photo({
  src,
  alt,
  name = alt,
  sizes,
  width,
  height = width,
  priority = false,
  eager = priority,
  portrait,
  preload,
  className = 'size-full object-cover',
}: PhotoProps) {
  const { baseUrl } = useApi()
  const [failed, setFailed] = useState<string | null>(null)

  /** A picture of the server's page may have failed before hydration. */
  const check = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') setFailed(src)
    },
    [src],
  )

  if (src === null || failed === src) return <Placeholder label={alt} name={name} className={className} />
  const url = pictureUrl(baseUrl, src)
  return (
    <picture className="contents">
      {preload && <Preload src={src} media={preload} sizes={sizes} />}
      {preload && portrait && <Preload src={portrait.src} media={portrait.media} sizes={sizes} />}
      {portrait && <Sources crop={portrait} sizes={sizes} />}
      <Sources crop={{ src }} sizes={sizes} />
      <img
        ref={check}
        src={isResized(url, baseUrl) ? withParameters(url, 'w=640&f=jpeg') : url}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        draggable={false}
        className={className}
        onError={() => setFailed(src)}
      />
    </picture>
  )
}

/** A crop in every format and width; a crop that another host serves as it is has one form. */
function Sources({ crop: { src, ...place }, sizes }: { crop: { src: string } & Partial<Portrait>; sizes: string }) {
  const { baseUrl } = useApi()
  const url = pictureUrl(baseUrl, src)
  if (!isResized(url, baseUrl)) return place.media ? <source srcSet={url} {...place} /> : null
  return PHOTO_FORMATS.map((format) => (
    <source key={format} type={`image/${format}`} srcSet={pictureSet(url, format)} sizes={sizes} {...place} />
  ))
}

/** `sizes` and `media` are those of the picture itself, or it would be fetched twice. */
function Preload({ src, sizes, media }: { src: string; sizes: string; media: string }) {
  const { baseUrl } = useApi()
  const url = pictureUrl(baseUrl, src)
  if (!isResized(url, baseUrl)) return null
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      // Browsers without `imagesrcset` have no AVIF either, and ignore it.
      href={url}
      imageSrcSet={pictureSet(url, 'avif')}
      imageSizes={sizes}
      media={media}
      fetchPriority="high"
    />
  )
}

/** A square photograph in a list of things, on the photographs' own ground; `size` is in pixels. */
export function SmallPhoto({ size, ...photo }: Pick<PhotoProps, 'src' | 'alt' | 'name'> & { size: number }) {
  return (
    <span className="block shrink-0 overflow-hidden rounded-md bg-ground" style={{ width: size, height: size }}>
      <Photo {...photo} sizes={`${size}px`} width={size} />
    </span>
  )
}

/** A drawing of what there is no picture of, on the photographs' ground; decorative without a label. */
function Placeholder({ label, name, className = '' }: { label: string; name: string; className?: string }) {
  return (
    <span
      {...(label !== '' && { role: 'img', 'aria-label': label })}
      className={`grid aspect-square place-items-center bg-ground text-line-strong ${className}`}
    >
      <LineDrawing viewBox="0 0 120 120" className="w-1/2 max-w-80">
        {drawingOf(name)}
      </LineDrawing>
    </span>
  )
}

export function pictureSet(url: string, format: 'avif' | 'webp'): string {
  return PICTURE_WIDTHS.map((width) => `${withParameters(url, `w=${width}&f=${format}`)} ${width}w`).join(', ')
}

/** A picture laid out for shared links, 1200 x 630 pixels where our own backend serves it. */
export function sharePictureUrl(baseUrl: string, src: string): string {
  const url = pictureUrl(baseUrl, src)
  return isResized(url, baseUrl) ? withParameters(url, 'f=share') : url
}

/** Whether our backend resizes it; pictures of another backend or host, and drawings, are served as they are. */
export function isResized(url: string, baseUrl: string): boolean {
  return baseUrl === '' && url.startsWith('/images/') && !/\.svg($|\?)/i.test(url)
}

function withParameters(url: string, parameters: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${parameters}`
}
