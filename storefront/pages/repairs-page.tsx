import type { ComponentProps } from 'react'
import { DialogLink } from '../links/dialog-link.tsx'
import { ButtonLink } from '../links/shop-link.tsx'
import { Photo } from '../pictures/photo.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { buttonClass } from '../ui/button.tsx'

const PARTS = [
  ['Shoulder straps and handles', 'Unpicked at the seam and sewn in again.'],
  ['Buckles and strap adjusters', 'Changed for the same size; the webbing stays.'],
  ['Zippers and their pulls', 'A new pull, a new slider or the whole zipper.'],
  ['Webbing and metal rings', 'Cut from the roll to the length that your bag had.'],
  ['Leather patches', 'Stitched on where the old one was.'],
  ['Seams', 'Closed with the same thread, stitched twice.'],
] as const

const STEPS = [
  ['Write to us', 'Say which bag it is and what gave way. A photograph helps.'],
  ['Wait for our answer', 'We tell you whether it can be mended, what it costs and where to send it.'],
  ['Send it in', 'Empty, brushed clean and dry, with your name and address in the bag.'],
  ['Get it back', 'We mend what we agreed on and ask you before we do more.'],
] as const

export function RepairsPage() {
  return (
    <>
      <PageMeta
        title="Repairs"
        description="The parts of our bags that can be replaced, and how to send a bag in for repair."
        breadcrumbs={[{ name: 'Repairs', path: '/repairs' }]}
      />
      <div className="shell pt-8 md:pt-12">
        <div className="grid items-center gap-8 md:grid-cols-2 md:gap-12 lg:gap-20">
          <div>
            <h1 tabIndex={-1} className="max-w-[14ch] font-display text-4xl font-semibold">
              Made to be mended
            </h1>
            <p className="mt-5 max-w-[46ch] text-lg text-ink-soft">
              The parts of a bag that wear are sewn in where a needle can reach them again. When one gives way, write to
              us before you think of a new bag.
            </p>
            <DialogLink dialog="contact" className={`${buttonClass()} mt-7`}>
              Ask for a repair
            </DialogLink>
          </div>
          <Picture
            src="parts.jpg"
            alt="Parts of a backpack laid out on paper: shoulder strap, handle, buckles, rings, patches, zipper pulls, a zipper, webbing, thread and a needle"
            height={1080}
            width={1440}
            priority
          />
        </div>
        <section aria-labelledby="parts" className="mt-16 border-t border-line pt-10">
          <h2 id="parts" className="font-display text-2xl font-semibold">
            What can be replaced
          </h2>
          <Facts entries={PARTS} />
        </section>
        <section aria-labelledby="sending" className="mt-16 border-t border-line pt-10">
          <div className="grid items-center gap-8 md:grid-cols-2 md:gap-12 lg:gap-20">
            <div className="grid grid-cols-2 gap-4">
              <CloseUp
                src="detail-strap.jpg"
                alt="Close-up of a webbing strap and buckle on blue heather fabric"
                width={1200}
                height={900}
              />
              <CloseUp
                src="nomad-full-grey-detail.jpg"
                alt="Close-up of the side of a grey bag: compression straps with buckles over a mesh pocket"
                width={1200}
                height={1200}
              />
            </div>
            <div>
              <h2 id="sending" className="font-display text-2xl font-semibold">
                How to send a bag in
              </h2>
              <ol className="mt-6 grid list-decimal gap-4 pl-5">
                {STEPS.map(([title, text]) => (
                  <li key={title}>
                    <span className="font-medium">{title}.</span> <span className="text-ink-soft">{text}</span>
                  </li>
                ))}
              </ol>
            </div>
          </div>
        </section>
        <div className="mt-16 flex flex-wrap gap-3 border-t border-line pt-10">
          <DialogLink dialog="contact" className={buttonClass()}>
            Write to us
          </DialogLink>
          <ButtonLink to="/about" variant="outline">
            Read our story
          </ButtonLink>
        </div>
      </div>
    </>
  )
}

type PictureProps = Pick<ComponentProps<typeof Photo>, 'src' | 'alt' | 'width' | 'height' | 'priority'>

function CloseUp(props: PictureProps) {
  return (
    <div className="aspect-[3/4] overflow-hidden rounded-md bg-ground">
      {/* A picture that is wider than high is cut to its middle. */}
      <Photo {...props} sizes="(min-width: 100rem) 28rem, (min-width: 48rem) 32vw, 62vw" />
    </div>
  )
}

function Picture(props: PictureProps) {
  return (
    <div className="aspect-[4/3] overflow-hidden rounded-md bg-ground">
      <Photo {...props} sizes="(min-width: 100rem) 43rem, (min-width: 48rem) 48vw, 94vw" />
    </div>
  )
}

function Facts({ entries }: { entries: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className="mt-6 grid gap-x-12 gap-y-6 md:grid-cols-2 lg:grid-cols-3">
      {entries.map(([name, text]) => (
        <div key={name}>
          <dt className="font-medium">{name}</dt>
          <dd className="mt-1 text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
