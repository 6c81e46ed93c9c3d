import { useVisitor } from '../../accounts/session-store.ts'
import { ButtonLink } from '../../links/shop-link.tsx'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import type { LatestOrder } from './latest-order.ts'

/** How an order that was just placed is found again: in the account's list, and by guests with its number. */
export function FindLater({ order: { orderId, email } }: { order: LatestOrder }) {
  const { user, restored } = useVisitor()
  if (!restored) return null
  const found = `/orderAndReturn?order=${orderId}` as const
  return (
    <section aria-labelledby="find-later" className="mt-8 border-t border-line pt-6 print:hidden">
      <Heading id="find-later">Find this order later</Heading>
      {user === null ? (
        <>
          <p className="mt-2 mb-4 max-w-[60ch] wrap-anywhere text-ink-soft">
            Look it up under Orders & Returns with its number, your name and {email}. You can cancel it there until it
            ships. Or create an account and confirm your address to see it there.
          </p>
          <div className="buttons">
            <ButtonLink to={found} variant="outline">
              See the order
            </ButtonLink>
            <Link to="/login" state={{ from: { pathname: '/account' }, email }} className={buttonClass('outline')}>
              Create an account
            </Link>
          </div>
        </>
      ) : (
        <>
          <p className="mt-2 mb-4 max-w-[60ch] wrap-anywhere text-ink-soft">
            It’s listed under Orders & Returns. Orders you placed as a guest show up once you’ve confirmed your address.
          </p>
          <ButtonLink to={found} variant="outline">
            See the order
          </ButtonLink>
        </>
      )}
    </section>
  )
}
