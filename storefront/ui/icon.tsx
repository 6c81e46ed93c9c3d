import type { IconNode } from 'lucide'
import { createElement, type ReactNode } from 'react'

type IconProps = { icon: IconNode; size: number; strokeWidth?: number; className?: string }

/**
 * An icon of Lucide, `size` pixels wide and high. It has no name of its own: the control or the text beside it says what it
 * means. The package for React would give each icon two components, and every first visit 1.9 KB (brotli) more.
 */
export function Icon({ icon, size, strokeWidth = 1.75, className }: IconProps) {
  const shapes = icon.map(([name, attributes]) => createElement(name, attributes))
  return createElement(
    'svg',
    {
      'aria-hidden': true,
      className,
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    ...shapes,
  )
}

type LineDrawingProps = { viewBox?: string; className?: string; children: ReactNode }

/** A line drawing. Decorative; text is beside it. */
export function LineDrawing({ viewBox = '0 0 64 64', className = '', children }: LineDrawingProps) {
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}
