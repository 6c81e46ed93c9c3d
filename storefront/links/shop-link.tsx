import type { ComponentProps } from 'react'
import { forwardedState } from '../accounts/guest.ts'
import { usePrefetchHandlers } from '../router/prefetch.tsx'
import type { Path } from '../router/route-path.ts'
import { Link } from '../router/router.tsx'

type ShopLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  to: Path | `${Path}?${string}`
  /** Called on the first intent, together with the prefetch. */
  onIntent?: () => void
}

/** A link inside the shop that prefetches on intent and forwards the guest flag (R16). */
export function ShopLink({ to, onIntent, ...rest }: ShopLinkProps) {
  return <Link to={to} forwardState={forwardedState} {...usePrefetchHandlers(to, onIntent)} {...rest} />
}
