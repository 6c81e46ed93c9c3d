import { ShopLink } from '../links/shop-link.tsx'
import { ShopPhoto } from '../pictures/shop-photo.tsx'

const JOURNEYS = [
  {
    line: 'Campus',
    file: 'campus-slim-grey-quarter.jpg',
    alt: 'Campus slim backpack in grey',
    words: 'For school. Opens wide, so that nothing hides at the bottom.',
  },
  {
    line: 'Hybrid',
    file: 'hybrid-full-blue-quarter.jpg',
    alt: 'Hybrid backpack in blue',
    words: 'For work and the way there. Looks right at a desk and on a bike.',
  },
  {
    line: 'Nomad',
    file: 'nomad-full-grey-quarter.jpg',
    alt: 'Nomad backpack in grey with its top rolled',
    words: 'For the road. A roll top that grows and shrinks with what you take.',
  },
] as const

/** The three lines, side by side. */
export function AboutJourneys() {
  return (
    <section aria-labelledby="journeys" className="mt-16 bg-card py-16 md:mt-28 md:py-24">
      <div className="shell">
        <div className="grid gap-5 md:grid-cols-2 md:gap-12 lg:gap-20">
          <h2 id="journeys" className="max-w-[12ch] font-display text-3xl font-semibold">
            Designed for Every Journey
          </h2>
          <div className="self-end">
            <p className="max-w-[52ch] text-ink-soft">
              A school day, a commute and a week away ask for different pockets. They ask the same of a strap. Each line
              comes slim or full, in blue or grey.
            </p>
            <p className="mt-5 font-display text-xl font-semibold text-clay">Three lines, one way of carrying.</p>
          </div>
        </div>
        <ul className="mt-8 grid gap-x-6 gap-y-6 sm:grid-cols-3 md:mt-12">
          {JOURNEYS.map(({ line, file, alt, words }) => (
            <li key={line}>
              <ShopLink
                to={`/shop?q=${line}`}
                className="group grid grid-cols-[2fr_3fr] items-center gap-x-5 rounded-md sm:block"
              >
                <span className="block aspect-[4/5] overflow-hidden rounded-md bg-ground">
                  <ShopPhoto
                    file={file}
                    alt={alt}
                    sizes="(min-width: 82rem) 31rem, (min-width: 40rem) 38vw, 46vw"
                    width={1400}
                    height={1400}
                    className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.02]"
                  />
                </span>
                <span className="block sm:mt-4">
                  <span className="block font-display text-xl font-semibold group-hover:text-clay">{line}</span>
                  <span className="mt-1 block max-w-[34ch] text-ink-soft">{words}</span>
                </span>
              </ShopLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
