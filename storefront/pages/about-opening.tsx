import { ShopPhoto } from '../pictures/shop-photo.tsx'
import { useShop } from '../site/shop-settings.tsx'

/** The first screen: page title, first section, and a large photograph. */
export function AboutOpening() {
  const shop = useShop()
  return (
    <div className="shell pt-8 md:pt-12">
      <section
        aria-labelledby="legacy"
        className="grid gap-x-12 gap-y-8 lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_1fr] lg:gap-x-16"
      >
        <div>
          <h1 tabIndex={-1} className="font-medium text-ink-soft">
            About {shop.name}
          </h1>
          <h2 id="legacy" className="mt-3 font-display text-4xl font-semibold">
            Our Legacy. <br />
            Your Journey
          </h2>
        </div>
        <div className="aspect-[4/3] overflow-hidden rounded-md bg-ground lg:order-last lg:[grid-column:2] lg:row-span-2 lg:row-start-1">
          <ShopPhoto
            file="pair.jpg"
            alt="A grey Campus and a blue Hybrid backpack side by side"
            sizes="(min-width: 82rem) 42rem, (min-width: 64rem) 53vw, 94vw"
            width={1200}
            height={900}
            priority
            className="size-full object-cover"
          />
        </div>
        <div className="max-w-[58ch] lg:self-end">
          <div className="grid gap-4 text-ink-soft">
            <p>
              For over 40 years our family has made bags. Fashions came and went; the work at the table stayed much the
              same. Cut, stitch, turn, look again.
            </p>
            <p>
              What we hand on is a bag that needs no breaking in and asks for little care. The rest of its story is the
              one you carry it through.
            </p>
          </div>
          <p className="mt-7 max-w-[26ch] font-display text-xl font-semibold text-balance text-clay">
            The craft is ours. Where it goes is up to you.
          </p>
        </div>
      </section>
    </div>
  )
}
