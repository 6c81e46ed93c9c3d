import { useLocation } from '../router/router.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

/** The token in the fragment of a mailed link; `null` when it is missing or incomplete. */
export function parseLinkToken(hash: string): string | null {
  return /^#token=([\w-]{43})$/.exec(hash)?.[1] ?? null
}

/** The token of the link that was followed; not known on the server and during hydration, since no server gets it. */
export function useLinkToken(): { known: false } | { known: true; token: string | null } {
  const { hash } = useLocation()
  return useHydrated() ? { known: true, token: parseLinkToken(hash) } : { known: false }
}
