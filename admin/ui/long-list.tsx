import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Loading } from './loading.tsx'
import classes from './long-list.module.css'

/** Rows outside the window that are drawn as well, so that a quick thumb meets no gap. */
const OVERSCAN = 8

/**
 * A list of any length: only the rows in sight are drawn, and the next page is asked for before its end is reached.
 * Screen readers are told how many rows are known and which of them each one is.
 */
export function LongList<Row>({
  label,
  rows,
  keyOf,
  estimatedHeight,
  more,
  isLoadingMore,
  children,
}: {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** In pixels; the real one is measured. */
  estimatedHeight: number
  /** Asks for the next page; `null` when there is none or it is on its way. */
  more: (() => void) | null
  isLoadingMore: boolean
  children: (row: Row) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  // biome-ignore lint/nursery/useReactCompiler: what is in sight changes inside the virtualizer; the compiler leaves this list out.
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimatedHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
  })
  const shown = virtualizer.getVirtualItems()
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - OVERSCAN
  useEffect(() => {
    if (isNearEnd) more?.()
  }, [isNearEnd, more])
  return (
    <>
      <ul ref={list} className={classes.list} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={more === null && !isLoadingMore ? rows.length : -1}
              aria-posinset={index + 1}
              className={classes.row}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {children(row)}
            </li>
          )
        })}
      </ul>
      {isLoadingMore && <Loading label="Loading more" />}
    </>
  )
}
