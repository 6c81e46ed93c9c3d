import { type ReactNode, useId } from 'react'
import { ShopPhoto } from '../pictures/shop-photo.tsx'

type AboutChapterProps = {
  title: string
  /** A sentence in large type below the text. */
  pull: string
  /** `wide`: a detail in 4:3; otherwise a square photograph of a bag. */
  photo: { file: string; alt: string; wide?: true }
  /** The photograph is on the right. */
  turned?: boolean
  children: ReactNode
}

/** A large photograph beside a column of text. */
export function AboutChapter({ title, pull, photo, turned = false, children }: AboutChapterProps) {
  const id = useId()
  const { file, alt, wide } = photo
  return (
    <section aria-labelledby={id} className="shell pt-16 md:pt-28">
      <div
        className={`grid items-center gap-8 md:gap-12 lg:gap-20 ${turned ? 'md:grid-cols-[2fr_3fr]' : 'md:grid-cols-[3fr_2fr]'}`}
      >
        <div
          className={`overflow-hidden rounded-md bg-ground ${wide ? 'aspect-[4/3]' : 'aspect-square lg:aspect-[7/6]'} ${turned ? 'md:order-last' : ''}`}
        >
          <ShopPhoto
            file={file}
            alt={alt}
            // A wide photograph is drawn a third wider than its box, which cuts it to 4:3.
            sizes={
              wide
                ? '(min-width: 100rem) 69rem, (min-width: 82rem) 60rem, (min-width: 48rem) 74vw, 125vw'
                : '(min-width: 100rem) 52rem, (min-width: 82rem) 46rem, (min-width: 48rem) 56vw, 94vw'
            }
            width={1200}
            height={wide ? 900 : 1200}
            className={`size-full object-cover ${wide ? 'object-right' : ''}`}
          />
        </div>
        <div>
          <h2 id={id} className="max-w-[15ch] font-display text-3xl font-semibold">
            {title}
          </h2>
          <div className="mt-6 grid max-w-[52ch] gap-4 text-ink-soft">{children}</div>
          <p className="mt-7 max-w-[26ch] font-display text-xl font-semibold text-balance text-clay">{pull}</p>
        </div>
      </div>
    </section>
  )
}
