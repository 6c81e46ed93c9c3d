import { SearchBox } from '../catalog/search-box.tsx'
import { DialogLink } from '../links/dialog-link.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { QUIET_LINK, TALL_LINK } from '../ui/link-class.ts'

const LINK = `${TALL_LINK} ${QUIET_LINK}`

const LINES = [
  { line: 'Campus', words: 'for school' },
  { line: 'Hybrid', words: 'for work' },
  { line: 'Nomad', words: 'for travel' },
] as const

/** Suggestions for an unknown page: search, the three lines of backpacks, and contact (R36). */
export function NextSteps() {
  return (
    <section aria-label="Next steps" className="mt-8 flex w-full flex-col items-center border-t border-line pt-8">
      <SearchBox className="w-full max-w-md" />
      <ul className="mt-4 flex flex-wrap justify-center gap-x-6">
        {LINES.map(({ line, words }) => (
          <li key={line}>
            <ShopLink to={`/shop?q=${line}`} className={LINK}>
              {line} {words}
            </ShopLink>
          </li>
        ))}
        <li>
          <DialogLink dialog="contact" className={LINK}>
            Write to us
          </DialogLink>
        </li>
      </ul>
    </section>
  )
}
