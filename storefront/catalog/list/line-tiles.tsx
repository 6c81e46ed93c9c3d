import { ShopLink } from '../../links/shop-link.tsx'
import { Photo } from '../../pictures/photo.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { Heading } from '../../ui/heading.tsx'
import { linePath } from './product-filter.ts'

/** The most tiles of a row; further lines stand below. */
const MAX_TILES = 4

/**
 * The photograph and the name of each line that has one, which lead to its products: above the whole list on small screens,
 * where wide ones have them in the filters, and in the place of a list without products.
 */
export function LineTiles({ lines, className }: { lines: readonly string[]; className: string }) {
  const tiles = useShop().lines?.filter(({ line, photo }) => photo !== null && lines.includes(line)) ?? []
  // A single line is no choice.
  if (tiles.length < 2) return null
  return (
    <nav aria-label="Lines" className={className}>
      <ul className={`lines ${tiles.length > 2 && tiles.length !== MAX_TILES ? '[--tiles:3]' : '[--tiles:2]'}`}>
        {tiles.map(({ line, words, photo }) => (
          <li key={line}>
            <ShopLink to={linePath(line)} className="group block rounded-md">
              <span className="block aspect-[4/3] overflow-hidden rounded-md bg-ground md:aspect-[5/2]">
                <Photo
                  src={photo?.file ?? null}
                  alt=""
                  // The picture is twice as wide as high, and cut to its right side.
                  sizes="(min-width: 48rem) 31vw, 46vw"
                  width={1760}
                  height={880}
                  eager
                  className="size-full object-cover object-[80%_20%]"
                />
              </span>
              <span className="mt-1.5 block leading-snug">
                <span className="font-display text-lg font-semibold wrap-anywhere group-hover:text-clay">{line}</span>
                {words && <span className="text-ink-soft max-md:hidden"> {words}</span>}
              </span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function LineHeader({ line }: { line: string }) {
  const { text = null } = useShop().lines?.find((other) => other.line === line) ?? {}
  return (
    <div className="mt-4 items-baseline gap-x-4 md:mt-6 md:flex">
      <Heading size="2xl" className="wrap-anywhere">
        {line}
      </Heading>
      {text && <p className="mt-1 max-w-[60ch] text-ink-soft md:text-lg">{text}</p>}
    </div>
  )
}
