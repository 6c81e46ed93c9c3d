import { ShopPhoto } from '../pictures/shop-photo.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { InView } from '../ui/in-view.tsx'

/** The heading of a line of products: its name, a sentence, and its photograph where there is one, as wide as two cards. */
export function LineBanner({ line, first }: { line: string | null; first: boolean }) {
  const entry = useShop().lines?.find((other) => other.line === line)
  const { text, photo } = entry ?? { text: null, photo: null }
  const words = (
    <div>
      <h2 className="font-display text-xl font-semibold md:text-2xl">{line ?? 'More'}</h2>
      {text && <p className="mt-1 text-ink-soft max-md:text-sm">{text}</p>}
    </div>
  )
  if (photo === null) return <div className="col-span-full -mb-3 md:-mb-5">{words}</div>
  return (
    <div className="line-banner">
      {words}
      {/* As high as the square pictures beside it. */}
      <InView
        initiallyInView={first}
        className="relative aspect-[4/3] overflow-hidden rounded-md bg-ground md:order-first md:aspect-square lg:aspect-auto lg:pb-[calc(50%-1rem)]"
      >
        <ShopPhoto
          {...photo}
          // Twice as wide as its box is high, which cuts off its calm side.
          sizes="(min-width: 100rem) 45rem, (min-width: 64rem) 47vw, (min-width: 48rem) 60vw, 68vw"
          width={1760}
          height={880}
          priority={first}
          className="absolute inset-0 size-full object-cover object-[80%_50%]"
        />
      </InView>
    </div>
  )
}
