import { PICTURE_WIDTHS } from '@shop/contract/pictures'
import { pictureSet } from './picture-set.ts'

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
