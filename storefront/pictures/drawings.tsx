import type { ReactNode } from 'react'

/** Kinds of goods by words of their names, the first that fits; drawn in 120 by 120. */
const DRAWINGS: readonly (readonly [words: RegExp, drawing: ReactNode])[] = [
  [
    /leash|lanyard|key[- ]?(chain|ring|fob)/i,
    <>
      <path d="M60 76C36 58 38 18 60 18s24 40 0 58" />
      <rect x="53" y="74" width="14" height="13" rx="2.5" />
      <path d="M60 87v5" />
      <circle cx="60" cy="100" r="8" />
      <path d="M56 80.500h8" strokeDasharray="2 2" />
    </>,
  ],
  [
    /pouch|purse|wallet|pencil|organi[sz]er|toiletr|dopp/i,
    <>
      <path d="M24 46h72l-4 38q-1 8-9 8H37q-8 0-9-8z" />
      <path d="M24 46q0-10 10-10h52q10 0 10 10" />
      <path d="M34 46h52" strokeDasharray="3 3" />
      <path d="M88 46v11l4 4" />
      <rect x="53" y="66" width="14" height="10" rx="2" />
    </>,
  ],
  [
    /sleeve|folio|(laptop|tablet)[- ](case|cover)/i,
    <>
      <path d="M34 38v-8q0-4 4-4h44q4 0 4 4v8" />
      <rect x="22" y="38" width="76" height="56" rx="7" />
      <path d="M22 50h76" />
      <path d="M86 50v9" />
      <rect x="53" y="68" width="14" height="10" rx="2" />
    </>,
  ],
  [
    /duff(?:el|le)\b|holdall|weekender|gym ?bag/i,
    <>
      <rect x="16" y="50" width="88" height="46" rx="16" />
      <path d="M40 96V50q0-22 20-22t20 22v46" />
      <path d="M24 60h16M80 60h16" />
      <path d="M44 60h32" strokeDasharray="3 3" />
      <rect x="53" y="72" width="14" height="10" rx="2" />
    </>,
  ],
  [
    /back[- ]?packs?\b|rucksack|knapsack|day ?pack|book ?bag|school ?bag|\bpack\b/i,
    <>
      <path d="M34 94V54q0-28 26-28t26 28v40q0 8-8 8H42q-8 0-8-8z" />
      <path d="M51 27q0-11 9-11t9 11" />
      <path d="M34 68h-4q-4 0-4 4v20q0 4 4 4h4M86 68h4q4 0 4 4v20q0 4-4 4h-4" />
      <path d="M44 102V74q0-7 7-7h18q7 0 7 7v28" />
      <path d="M44 78h32" strokeDasharray="3 3" />
      <rect x="53" y="44" width="14" height="10" rx="2" />
    </>,
  ],
]

const PICTURE_DRAWING = (
  <>
    <rect x="26" y="32" width="68" height="56" rx="8" />
    <circle cx="46" cy="50" r="5" />
    <path d="m30 80 18-17 12 11 14-18 16 22" />
  </>
)

/** The drawing for a product of this name; for what is of no known kind, a picture in its frame. */
export function drawingOf(name: string): ReactNode {
  return DRAWINGS.find(([words]) => words.test(name))?.[1] ?? PICTURE_DRAWING
}
