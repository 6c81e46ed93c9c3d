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

/** The heading of a line of products: its name, a sentence and a wide photograph where there are some. */
export function LineBanner({ line, first }: { line: string | null; first: boolean }) {
  const { text, photo } = (line !== null && LINES[line]) || { text: null, photo: null }
  return (
    <div className="relative">
      {photo && (
        <InView initiallyInView={first} className="aspect-[4/3] overflow-hidden rounded-md bg-ground md:aspect-[16/7]">
          <ShopPhoto
            {...photo}
            sizes="(min-width: 100rem) 91rem, 94vw"
            width={1760}
            height={880}
            priority={first}
            className="size-full object-cover object-[100%_40%]"
          />
        </InView>
      )}
      <div className={photo ? 'mt-3 md:absolute md:top-1/2 md:left-[5%] md:mt-0 md:w-[23%] md:-translate-y-1/2' : ''}>
        <h2 className="font-display text-2xl font-semibold">{line ?? 'More'}</h2>
        {text && <p className={photo ? 'mt-1 lg:text-lg' : 'mt-1 text-ink-soft'}>{text}</p>}
      </div>
    </div>
  )
}
