import type { ShopLine } from '@shop/contract/shop'
import { ShopLink } from '../links/shop-link.tsx'
import { ShopPhoto } from '../pictures/shop-photo.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { buttonClass } from '../ui/button.tsx'

/** The lines of the shop side by side, each with the way to its bags; where there are none, the way to all products. */
export function AboutJourneys() {
  const featured = useShop().lines?.filter((line) => line.featured) ?? []
  return (
    <section aria-labelledby="journeys" className="mt-14 bg-card py-12 md:mt-20 md:py-16">
      <div className="shell">
        <h2 id="journeys" className="font-display text-2xl font-semibold">
          Designed for Every Journey
        </h2>
        {featured.length === 0 ? (
          <ShopLink to="/shop" className={`${buttonClass('outline')} mt-6`}>
            See all of it
          </ShopLink>
        ) : (
          <ul className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-3">
            {featured.map((line) => (
              <li key={line.line}>
                <Journey line={line} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Journey({ line: { line, text, photo, preview } }: { line: ShopLine }) {
  const picture = photo ?? preview
  return (
    <ShopLink
      to={`/shop?q=${encodeURIComponent(line)}`}
      className={`group rounded-md sm:block ${picture === null ? 'block' : 'grid grid-cols-2 items-center gap-x-4'}`}
    >
      {picture && (
        <span className="block aspect-[4/3] overflow-hidden rounded-md bg-ground">
          <ShopPhoto
            {...picture}
            // Twice as wide as its box is high, which cuts off its calm side.
            sizes="(min-width: 100rem) 44rem, (min-width: 40rem) 47vw, 66vw"
            width={1760}
            height={880}
            className="size-full object-cover object-[80%_50%]"
          />
        </span>
      )}
      <span className={`block ${picture === null ? '' : 'sm:mt-4'}`}>
        <span className="block font-display text-xl font-semibold group-hover:text-clay">{line}</span>
        {text && <span className="mt-1 block text-ink-soft max-md:text-sm">{text}</span>}
      </span>
    </ShopLink>
  )
}
