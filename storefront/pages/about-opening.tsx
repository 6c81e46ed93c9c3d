import { ShopPhoto } from '../pictures/shop-photo.tsx'
import { useShop } from '../site/shop-settings.tsx'

/** The first screen: page title, first section, and the page's one large photograph, from edge to edge. */
export function AboutOpening() {
  const shop = useShop()
  return (
    <section aria-labelledby="legacy">
      <div className="shell pt-6 pb-6 md:pt-10 md:pb-8">
        <h1 tabIndex={-1} className="font-medium text-ink-soft">
          About {shop.name}
        </h1>
        <div className="mt-2 grid items-end gap-x-12 gap-y-4 lg:grid-cols-[7fr_5fr]">
          <h2 id="legacy" className="font-display text-4xl font-semibold">
            Our Legacy. <br />
            Your Journey
          </h2>
          <p className="max-w-[58ch] text-lg text-ink-soft">
            For over 40 years our family has made bags. The rest of a bag’s story is the one you carry it through.
          </p>
        </div>
      </div>
      <div className="aspect-[4/3] overflow-hidden bg-ground sm:aspect-[2/1] lg:aspect-[12/5]">
        <ShopPhoto
          file="place-pegs.jpg"
          alt="Three backpacks, Campus, Hybrid and Nomad, on wooden pegs at a plaster wall in afternoon light"
          sizes="(min-width: 40rem) 100vw, 134vw"
          width={1600}
          height={900}
          priority
          className="size-full object-cover object-[85%_35%]"
        />
      </div>
    </section>
  )
}
