import { ShopLink } from '../links/shop-link.tsx'
import { ShopPhoto } from '../pictures/shop-photo.tsx'
import { useShop } from '../site/shop-settings.tsx'

/**
 * Up to three pictures, of lines or products, that appear one after another (R42). Their boxes and names are there from the first paint, only
 * opacity and transform change, and no script is needed; styles/landing.css holds the times.
 */
export function HomePreviews() {
  const { previews = [] } = useShop()
  const [even, alone] = [previews.length % 2 === 0, previews.length === 1]
  if (previews.length === 0) return null
  return (
    <section aria-label="Our backpacks" className="shell pt-10 md:pt-20">
      <ul
        className={`in-turn grid grid-cols-2 gap-x-3 gap-y-6 md:gap-x-6 ${previews.length > 2 ? 'md:grid-cols-3' : ''}`}
      >
        {previews.map(({ file, name, words, alt }, turn) => (
          <li key={file} className={alone ? 'col-span-2' : even ? '' : 'max-md:first:col-span-2'}>
            <ShopLink
              to="/shop"
              className={`group rounded-md ${alone ? 'grid items-center md:grid-cols-2 md:gap-12' : 'block'}`}
            >
              <span
                className={`block overflow-hidden rounded-md bg-ground ${turn === 0 && !even ? 'aspect-square' : 'aspect-[4/5]'} md:aspect-[4/5]`}
              >
                <span className="preview-in block size-full">
                  <ShopPhoto
                    file={file}
                    alt={alt}
                    sizes={`(min-width: 100rem) 37rem, (min-width: 82rem) 31rem, (min-width: 48rem) 37vw, ${turn === 0 && !even ? '94vw' : '58vw'}`}
                    width={1400}
                    height={1400}
                    className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.02]"
                  />
                </span>
              </span>
              <span className="mt-3 flex flex-wrap items-baseline gap-x-2">
                <span className="font-display text-lg font-semibold group-hover:text-clay">{name}</span>
                {words && <span className="text-ink-soft">{words}</span>}
              </span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
