import { ShopPhoto } from '../pictures/shop-photo.tsx'
import { InView } from '../ui/in-view.tsx'

/** What each line is for; the photographs have a calm left third for text. */
const LINES: Readonly<Record<string, { text: string; photo: { file: string; alt: string } | null }>> = {
  Campus: {
    text: 'For school. Opens wide, so that nothing hides at the bottom.',
    photo: {
      file: 'line-campus.jpg',
      alt: 'Campus backpack in blue on a desk, with three books, a bottle, a notebook and a pencil case',
    },
  },
  Hybrid: {
    text: 'For work and the way there. Looks right at a desk and on a bike.',
    photo: {
      file: 'line-hybrid.jpg',
      alt: 'Hybrid backpack in grey on a desk, with a laptop, a notebook, a bottle and a zip pouch',
    },
  },
  Nomad: {
    text: 'For the road. A roll top that grows and shrinks with what you take.',
    photo: {
      file: 'line-nomad.jpg',
      alt: 'Nomad backpack in blue on a table, with a rolled jacket, a map, a flask and a zip pouch',
    },
  },
  Accessories: { text: 'The small things that go along, in the same cloth.', photo: null },
}

/** The heading of a line of products: its name, a sentence, and its photograph where there is one, as wide as two cards. */
export function LineBanner({ line, first }: { line: string | null; first: boolean }) {
  const { text, photo } = (line !== null && LINES[line]) || { text: null, photo: null }
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
