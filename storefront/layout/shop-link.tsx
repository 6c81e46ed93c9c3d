import type { ComponentProps } from 'react'
import { forwardedState } from '../accounts/guest.ts'
import { usePrefetchHandlers } from '../router/prefetch.tsx'
import type { Path } from '../router/route-path.ts'
import { Link, useLocation } from '../router/router.tsx'

type ShopLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  to: Path | `${Path}?${string}`
  /** Called with the first signs of interest, together with the prefetch. */
  onIntent?: () => void
}

/** A link inside the shop: intent on it already fetches what is behind it, and it hands on the guest flag (R16). */
export function ShopLink({ to, onIntent, ...rest }: ShopLinkProps) {
  const { state } = useLocation()
  return <Link to={to} state={forwardedState(state)} {...usePrefetchHandlers(to, onIntent)} {...rest} />
}
