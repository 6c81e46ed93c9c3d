import { ShopLink } from '../links/shop-link.tsx'
import { ShopPhoto } from '../pictures/shop-photo.tsx'

const PREVIEWS = [
  { file: 'campus-full-blue-quarter.jpg', line: 'Campus', words: 'for school', alt: 'Campus backpack in blue' },
  { file: 'hybrid-full-grey-quarter.jpg', line: 'Hybrid', words: 'for work', alt: 'Hybrid backpack in grey' },
  { file: 'nomad-full-blue-quarter.jpg', line: 'Nomad', words: 'for the road', alt: 'Nomad backpack in blue' },
] as const

/**
 * Three pictures that appear one after another (R42). Their boxes and names are there from the first paint, only
 * opacity and transform change, and no script is needed; styles/landing.css holds the times.
 */
export function HomePreviews() {
  return (
    <section aria-label="Our backpacks" className="shell pt-10 md:pt-20">
      <ul className="in-turn grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-3 md:gap-x-6">
        {PREVIEWS.map(({ file, line, words, alt }, turn) => (
          <li key={file} className="max-md:first:col-span-2">
            <ShopLink to="/shop" className="group block rounded-md">
              <span
                className={`block overflow-hidden rounded-md bg-ground ${turn === 0 ? 'aspect-square' : 'aspect-[4/5]'} md:aspect-[4/5]`}
              >
                <span className="preview-in block size-full">
                  <ShopPhoto
                    file={file}
                    alt={alt}
                    sizes={`(min-width: 100rem) 37rem, (min-width: 82rem) 31rem, (min-width: 48rem) 37vw, ${turn === 0 ? '94vw' : '58vw'}`}
                    width={1400}
                    height={1400}
                    className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.02]"
                  />
                </span>
              </span>
              <span className="mt-3 flex flex-wrap items-baseline gap-x-2">
                <span className="font-display text-lg font-semibold group-hover:text-clay">{line}</span>
                <span className="text-ink-soft">{words}</span>
              </span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
