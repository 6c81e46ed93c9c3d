import type { QuizAnswer, QuizDrawing } from '@shop/contract/catalog/quiz'
import type { ReactNode } from 'react'
import { clothOf } from '../catalog/color-dots.tsx'
import { LineDrawing } from '../ui/icon.tsx'

/** The drawing that an answer names, or a swatch of its color; a plain one beside any other answer. */
export function AnswerDrawing({ answer: { drawing, color } }: { answer: Pick<QuizAnswer, 'drawing' | 'color'> }) {
  return (
    <LineDrawing className="size-14 text-clay md:size-16">
      {drawing ? (DRAWINGS[drawing] ?? PLAIN_DRAWING) : color ? <Cloth color={color} /> : PLAIN_DRAWING}
    </LineDrawing>
  )
}

const PLAIN_DRAWING = (
  <>
    <circle cx="32" cy="32" r="20" />
    <path d="m23 33 6 6 12-13" />
  </>
)

const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  book: (
    <>
      <path d="M32 18c-6-4-14-5-22-4v34c8-1 16 0 22 4 6-4 14-5 22-4V14c-8-1-16 0-22 4z" />
      <path d="M32 18v34" />
      <path d="M16 22c4 0 7 .5 10 2M16 30c4 0 7 .5 10 2M38 24c3-1.500 6-2 10-2M38 32c3-1.500 6-2 10-2" />
    </>
  ),
  bicycle: (
    <>
      <circle cx="17" cy="42" r="10" />
      <circle cx="47" cy="42" r="10" />
      <path d="M17 42 25 25h16l6 17M25 25l9 17 8-15M34 42H17M22 19h7M41 27l-3-9h7" />
    </>
  ),
  mountains: (
    <>
      <path d="M6 50h52" />
      <path d="m8 50 16-28 9 14 6-9 17 23" />
      <path d="m19 31 5 3 4-4" />
      <circle cx="46" cy="16" r="5" />
    </>
  ),
  small: (
    <>
      <path d="M27 14c0-5 10-5 10 0" />
      <path d="M21 26c0-8 4-12 11-12s11 4 11 12v24c0 3-2 5-5 5H26c-3 0-5-2-5-5z" />
      <path d="M26 38h12v12H26zM26 42h12" />
    </>
  ),
  large: (
    <>
      <path d="M26 11c0-5 12-5 12 0" />
      <path d="M15 27c0-10 6-16 17-16s17 6 17 16v23c0 3-2 5-5 5H20c-3 0-5-2-5-5z" />
      <path d="M21 35h22v15H21zM21 40h22M37 40v4" />
      <path d="M15 33c-5 1-7 4-7 8v9h7M49 33c5 1 7 4 7 8v9h-7M23 27h18" />
    </>
  ),
  patch: (
    <>
      <rect x="10" y="18" width="44" height="28" rx="6" />
      <rect x="15" y="23" width="34" height="18" rx="3" strokeDasharray="3 3" />
      <path d="M26 32h12" />
    </>
  ),
  sunrise: (
    <>
      <path d="M8 44c8-3 14-3 24 0s16 3 24 0M14 52c6-2 11-2 18 0s12 2 18 0" />
      <path d="M18 36a14 14 0 0 1 28 0" />
      <path d="M32 12v4M12 20l3 3M52 20l-3 3" />
    </>
  ),
  camp: (
    <>
      <path d="M22 8 10 28h6L7 43h30L28 28h6z" />
      <path d="M22 43v12M14 55h40" />
      <path d="m44 24-8 13h4M44 24l10 15h-4l7 9H40M46 48v7" />
    </>
  ),
  gift: (
    <>
      <path d="M12 26h40v8H12zM16 34h32v20H16zM32 26v28" />
      <path d="M32 26c-4-12-16-14-16-7 0 5 8 7 16 7 4-12 16-14 16-7 0 5-8 7-16 7z" />
    </>
  ),
} satisfies Record<QuizDrawing, ReactNode>

function Cloth({ color }: { color: string }) {
  return (
    <>
      <path
        d="M11 13c7 2 14-2 21 0s14-2 21 0c-2 7 2 13 0 19s2 13 0 19c-7-2-14 2-21 0s-14 2-21 0c2-6-2-13 0-19s-2-12 0-19z"
        className="stroke-none"
        style={{ fill: clothOf(color) }}
      />
      <path d="M16 18h32v28H16z" strokeDasharray="3.500 3" className="stroke-card" />
    </>
  )
}
