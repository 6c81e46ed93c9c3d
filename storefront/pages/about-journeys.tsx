import { LINE_WORDS } from '../catalog/line-words.ts'
import { ShopLink } from '../links/shop-link.tsx'
import { ShopPhoto } from '../pictures/shop-photo.tsx'

/** The lines that have a photograph, side by side, each with the way to its bags. */
export function AboutJourneys() {
  return (
    <section aria-labelledby="journeys" className="mt-14 bg-card py-12 md:mt-20 md:py-16">
      <div className="shell">
        <h2 id="journeys" className="font-display text-2xl font-semibold">
          Designed for Every Journey
        </h2>
        <ul className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-3">
          {Object.entries(LINE_WORDS).map(
            ([line, { text, photo }]) =>
              photo && (
                <li key={line}>
                  <ShopLink
                    to={`/shop?q=${encodeURIComponent(line)}`}
                    className="group grid grid-cols-2 items-center gap-x-4 rounded-md sm:block"
                  >
                    <span className="block aspect-[4/3] overflow-hidden rounded-md bg-ground">
                      <ShopPhoto
                        {...photo}
                        // Twice as wide as its box is high, which cuts off its calm side.
                        sizes="(min-width: 100rem) 44rem, (min-width: 40rem) 47vw, 66vw"
                        width={1760}
                        height={880}
                        className="size-full object-cover object-[80%_50%]"
                      />
                    </span>
                    <span className="block sm:mt-4">
                      <span className="block font-display text-xl font-semibold group-hover:text-clay">{line}</span>
                      <span className="mt-1 block text-ink-soft max-md:text-sm">{text}</span>
                    </span>
                  </ShopLink>
                </li>
              ),
          )}
        </ul>
      </div>
    </section>
  )
}
