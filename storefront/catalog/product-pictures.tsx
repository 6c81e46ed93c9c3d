import type { ListedProduct } from '@shop/contract/catalog'
import { pictureUrl } from '@shop/contract/pictures'
import { useApi } from '../data/api.tsx'
import { Photo } from '../pictures/photo.tsx'
import { InView } from '../ui/in-view.tsx'
import { photosOf } from './photos.ts'

/** How many cards have their picture in the server's page; those after fetch it as they come near. */
export const FIRST_PICTURES = 6
/** How many of them are fetched with high priority: a phone's first row. Browsers raise it for others that are in view. */
const PRIORITY_PICTURES = 2

type ProductPicturesProps = {
  product: ListedProduct
  /** The card's place on the page, from 0. */
  index: number
  /** The visitor has hovered, touched or focused the card: the second view is fetched. */
  hasIntent: boolean
  sizes: string
}

/** A card's picture on the photographs' ground; its second view fades in on hover or focus, without a jump. */
export function ProductPictures({ product, index, hasIntent, sizes }: ProductPicturesProps) {
  const { baseUrl } = useApi()
  const [first, second] = photosOf(product.pictures)
  const shared = { baseUrl, sizes, width: 640, height: 640, className: 'size-full object-cover' }
  return (
    <InView
      initiallyInView={index < FIRST_PICTURES}
      className="relative aspect-square overflow-hidden rounded-md bg-ground"
    >
      <Photo
        {...shared}
        src={first ? pictureUrl(baseUrl, first.src) : null}
        alt={first?.alt ?? product.product_name}
        priority={index < PRIORITY_PICTURES}
      />
      {second && hasIntent && (
        <span
          aria-hidden
          className="absolute inset-0 opacity-0 transition-opacity duration-300 group-hover:opacity-100 group-focus-visible:opacity-100 max-sm:hidden"
        >
          <Photo {...shared} src={pictureUrl(baseUrl, second.src)} alt="" />
        </span>
      )}
    </InView>
  )
}
