import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './sortable-list.module.css'

/** Why an order that was changed and changed back cannot be saved. */
export const SAME_ORDER = 'The order hasn’t changed, so there’s nothing to save.'

type SortableListProps<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Takes the row at an index to another one. */
  onMove: (from: number, to: number) => void
  children: (row: Row) => ReactNode
}

/** Rows that are put in another order: dragged by their grip, with a mouse or a finger, or moved by the buttons beside them. */
export function SortableList<Row>({ label, rows, keyOf, nameOf, onMove, children }: SortableListProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<{ key: string; to: number } | null>(null)
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row === undefined || from === to) return
    onMove(from, to)
    setMoved({ key: keyOf(row), to })
  }
  const target = moved === null ? undefined : rows[moved.to]
  // A move may have been refused.
  const isMoved = target !== undefined && keyOf(target) === moved?.key
  const { drag, start } = useDrag(list, move)
  const step = (button: HTMLButtonElement, from: number, to: number) => {
    flushSync(() => move(from, to))
    focusMoved(button)
  }
  return (
    <>
      <VisuallyHidden role="status">
        {isMoved && `${nameOf(target)} is now in position ${moved.to + 1}.`}
      </VisuallyHidden>
      <ul ref={list} className={classes.list} aria-label={label}>
        {rows.map((row, index) => (
          <li
            key={keyOf(row)}
            className={classes.row}
            data-dragged={drag?.from === index || undefined}
            data-drop={dropSide(drag, index)}
            style={drag?.from === index ? { transform: `translateY(${drag.by}px)` } : undefined}
          >
            {/* Only for pointers: keys have the buttons. */}
            <span aria-hidden className={classes.grip} onPointerDown={(event) => start(event, index)}>
              <GripVertical size={20} />
            </span>
            <div className={classes.content}>{children(row)}</div>
            <div className={classes.buttons}>
              {[-1, 1].map((by) => (
                <ActionIcon
                  key={by}
                  aria-label={`Move ${by === -1 ? 'up' : 'down'}: ${nameOf(row)}`}
                  disabled={rows[index + by] === undefined}
                  onClick={(event) => step(event.currentTarget, index, index + by)}
                >
                  {by === -1 ? <ArrowUp aria-hidden size={20} /> : <ArrowDown aria-hidden size={20} />}
                </ActionIcon>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A row that is moved has lost the focus, and its button is disabled at either end of the list. */
function focusMoved(button: HTMLButtonElement): void {
  const other = button.parentElement?.querySelector<HTMLButtonElement>('button:enabled')
  const target = button.disabled ? other : button
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

type Drag = { from: number; to: number; by: number }

/** The edge of a row at which the dragged one would stand. */
function dropSide(drag: Drag | null, index: number): 'before' | 'after' | undefined {
  if (drag === null || drag.to !== index || drag.from === index) return undefined
  return drag.to < drag.from ? 'before' : 'after'
}

/** Pixels from the edge of the window within which it scrolls, and how far in each frame. */
const [EDGE, SPEED] = [90, 12]

/** A drag from when a grip is pressed until it is released. The rows stay where they are until then, so the pointer keeps its row. */
function useDrag(list: { current: HTMLUListElement | null }, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const pressed = useRef<{ from: number; y: number; pointerY: number; middles: readonly number[] } | null>(null)
  const isDragging = drag !== null

  const dragAt = (pointerY: number): Drag | null => {
    if (pressed.current === null) return null
    const { from, y, middles } = pressed.current
    const by = pointerY + window.scrollY - y
    const middle = (middles[from] ?? 0) + by
    const to = middles.filter((other, index) => index !== from && other < middle).length
    return { from, to, by }
  }
  const follow = useEffectEvent((pointerY: number) => {
    if (pressed.current !== null) pressed.current.pointerY = pointerY
    setDrag(dragAt(pointerY))
  })
  const cancel = useEffectEvent(() => {
    pressed.current = null
    setDrag(null)
  })
  // Where the pointer is released counts: the last move may not be rendered yet.
  const drop = useEffectEvent((pointerY: number) => {
    const dropped = dragAt(pointerY)
    cancel()
    if (dropped !== null) onDrop(dropped.from, dropped.to)
  })

  useEffect(() => {
    if (!isDragging) return
    const scroll = () => {
      const pointerY = pressed.current?.pointerY ?? EDGE
      const by = pointerY < EDGE ? -SPEED : Number(pointerY > window.innerHeight - EDGE) * SPEED
      if (by !== 0) {
        window.scrollBy(0, by)
        follow(pointerY)
      }
      frame = requestAnimationFrame(scroll)
    }
    let frame = requestAnimationFrame(scroll)
    const ended = new AbortController()
    const { signal } = ended
    window.addEventListener('pointermove', (event) => follow(event.clientY), { signal })
    window.addEventListener('pointerup', (event) => drop(event.clientY), { signal })
    window.addEventListener('pointercancel', cancel, { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal })
    return () => {
      cancelAnimationFrame(frame)
      ended.abort()
    }
  }, [isDragging])

  const start = (event: PointerEvent, from: number) => {
    if (event.button !== 0 || pressed.current !== null) return
    event.preventDefault()
    const middles = [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2 + window.scrollY
    })
    pressed.current = { from, y: event.clientY + window.scrollY, pointerY: event.clientY, middles }
    setDrag({ from, to: from, by: 0 })
  }
  return { drag, start }
}
