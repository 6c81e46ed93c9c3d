import { PICTURE_WIDTHS, pictureSet } from './picture-set.ts'

/**
 * Tells the browser of a page's largest picture in the document's head, before it reads the page. `sizes` and `media`
 * are those of the picture itself, or it would be fetched twice.
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
      // Browsers that know no sets know no AVIF either, and leave this alone.
      href={src}
      imageSrcSet={set}
      imageSizes={sizes}
      media={media}
      fetchPriority="high"
    />
  )
}
