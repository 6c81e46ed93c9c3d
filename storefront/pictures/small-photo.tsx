import { pictureUrl } from '@shop/contract/pictures'
import { useApi } from '../data/api.tsx'
import { Photo } from './photo.tsx'

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
