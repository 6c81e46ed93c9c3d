import { pictureUrl } from '@shop/contract/pictures'
import { useApi } from '../data/api.tsx'
import { Photo } from './photo.tsx'

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
