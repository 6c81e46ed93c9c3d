import type { Path } from '../router/route-path.ts'

/** Where the layout has links to pages. */
export type LinkPlace = 'header' | 'menu' | 'footer'

export type NavigationLink = { to: Path; label: string }

/** The links of each place, in order; `routes.tsx` makes them. */
export type Navigation = Readonly<Record<LinkPlace, readonly NavigationLink[]>>
