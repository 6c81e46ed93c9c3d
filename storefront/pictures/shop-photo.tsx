import { pictureUrl } from '@shop/contract/pictures'
import { useApi } from '../data/api.tsx'
import { Photo } from './photo.tsx'
import { PreloadPhoto } from './preload-photo.tsx'

type ShopPhotoProps = {
  /** A file of the catalog's photographs. */
  file: string
  alt: string
  sizes: string
  width: number
  height: number
  priority?: boolean
  /** Preloads it for windows that match, although a phone, where it is hidden, does not load it. */
  preloadMedia?: string
  /** A portrait of the same scene, for windows that match. */
  portrait?: { file: string; media: string; width: number; height: number }
  className?: string
}

/** One of the maker's own photographs, for pages about the maker. */
export function ShopPhoto({ file, portrait, preloadMedia, ...rest }: ShopPhotoProps) {
  const { baseUrl } = useApi()
  const src = pictureUrl(baseUrl, file)
  if (portrait === undefined) {
    return (
      <>
        {preloadMedia && <PreloadPhoto src={src} baseUrl={baseUrl} sizes={rest.sizes} media={preloadMedia} />}
        <Photo src={src} baseUrl={baseUrl} {...rest} />
      </>
    )
  }
  const { file: portraitFile, ...place } = portrait
  const otherCrop = { src: pictureUrl(baseUrl, portraitFile), ...place }
  return <Photo src={src} baseUrl={baseUrl} otherCrop={otherCrop} {...rest} />
}
