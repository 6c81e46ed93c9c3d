import { partsAlt, sideAlt, strapAlt } from '@shop/contract/pages/words/pictures'
import * as repairs from '@shop/contract/pages/words/repairs'
import type { ComponentProps } from 'react'
import { DialogLink } from '../links/dialog-link.tsx'
import { ButtonLink } from '../links/shop-link.tsx'
import { Photo } from '../pictures/photo.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Heading } from '../ui/heading.tsx'

const [PARTS, STEPS] = [6, 4]

type Entry = { name: string; text: string }

/** The numbered entries of the page's words that have a name. */
function entriesOf(words: Readonly<Record<string, string>>, prefix: 'part' | 'sending', count: number): Entry[] {
  const own: Readonly<Record<string, string>> = repairs
  const said = (key: string) => words[key] ?? own[key] ?? ''
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)
    .map((key) => ({ name: said(key), text: said(`${key}Text`) }))
    .filter(({ name }) => name !== '')
}

export function RepairsPage() {
  const { words, photos } = useShop()
  const [parts, steps] = [entriesOf(words, 'part', PARTS), entriesOf(words, 'sending', STEPS)]
  return (
    <>
      <PageMeta
        title="Repairs"
        description={words.repairsInSearch ?? repairs.repairsInSearch}
        breadcrumbs={[{ name: 'Repairs', path: '/repairs' }]}
      />
      <div className="shell pt-8 md:pt-12">
        <div className="grid items-center gap-8 md:grid-cols-2 md:gap-12 lg:gap-20">
          <div>
            <h1 tabIndex={-1} className="max-w-[14ch] font-display text-4xl font-semibold">
              {words.repairsTitle ?? repairs.repairsTitle}
            </h1>
            <p className="mt-5 max-w-[46ch] text-lg text-ink-soft">{words.repairsText ?? repairs.repairsText}</p>
            <DialogLink dialog="contact" className={`${buttonClass()} mt-7`}>
              {words.repairsAsk ?? repairs.repairsAsk}
            </DialogLink>
          </div>
          <Picture src="parts.jpg" alt={partsAlt} height={1080} width={1440} priority {...photos?.parts} />
        </div>
        <section aria-labelledby="parts" className="mt-16 border-t border-line pt-10">
          <Heading size="2xl" id="parts">
            {words.parts ?? repairs.parts}
          </Heading>
          <Facts entries={parts} />
        </section>
        <section aria-labelledby="sending" className="mt-16 border-t border-line pt-10">
          <div className="grid items-center gap-8 md:grid-cols-2 md:gap-12 lg:gap-20">
            {photos?.closing ? (
              <Picture {...photos.closing} />
            ) : (
              <div className="grid grid-cols-2 gap-4">
                <CloseUp src="detail-strap.jpg" alt={strapAlt} width={1200} height={900} />
                <CloseUp src="nomad-full-grey-detail.jpg" alt={sideAlt} width={1200} height={1200} />
              </div>
            )}
            <div>
              <Heading size="2xl" id="sending">
                {words.sending ?? repairs.sending}
              </Heading>
              <ol className="mt-6 grid list-decimal gap-4 pl-5">
                {steps.map(({ name, text }) => (
                  <li key={name}>
                    <span className="font-medium">{name}.</span> <span className="text-ink-soft">{text}</span>
                  </li>
                ))}
              </ol>
            </div>
          </div>
        </section>
        <div className="buttons mt-16 border-t border-line pt-10">
          <DialogLink dialog="contact" className={buttonClass()}>
            {words.repairsWrite ?? repairs.repairsWrite}
          </DialogLink>
          <ButtonLink to="/about" variant="outline">
            {words.repairsStory ?? repairs.repairsStory}
          </ButtonLink>
        </div>
      </div>
    </>
  )
}

type PictureProps = Omit<ComponentProps<typeof Photo>, 'sizes'>

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

function Facts({ entries }: { entries: readonly Entry[] }) {
  return (
    <dl className="mt-6 grid gap-x-12 gap-y-6 md:grid-cols-2 lg:grid-cols-3">
      {entries.map(({ name, text }) => (
        <div key={name}>
          <dt className="font-medium">{name}</dt>
          <dd className="mt-1 text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
