import { useState } from 'react'

type Order = { seen: string; names: readonly string[] }

/** A list in the order in which it was put and is not saved yet; `seen` stands for the list of the shop. */
export function useListOrder<Row>(rows: readonly Row[], nameOf: (row: Row) => string, seen: string) {
  const [kept, setOrder] = useState<Order | null>(null)
  const [isSaved, setSaved] = useState(false)
  // Another order is shown until the shop has it.
  const order = isSaved && kept?.seen !== seen ? null : kept
  if (order === null && kept !== null) {
    setOrder(null)
    setSaved(false)
  }
  const ordered = order?.names.flatMap((name) => rows.find((row) => nameOf(row) === name) ?? []) ?? rows
  return {
    rows: ordered,
    /** The moves to save; `null` without any. */
    unsaved: isSaved ? null : order,
    move: (from: number, to: number) => {
      const names = ordered.map(nameOf)
      const [moved] = names.splice(from, 1)
      if (moved === undefined || isSaved) return
      names.splice(to, 0, moved)
      setOrder({ seen: order?.seen ?? seen, names })
    },
    /** Whether the rows stand as in the shop, so nothing is to be saved. */
    isSame: ordered.length === rows.length && ordered.every((row, place) => row === rows[place]),
    /** Once the shop has taken it; without an audit entry it had that order already. */
    markSaved: ({ audit_id }: { audit_id: number | null }) => (audit_id === null ? setOrder(null) : setSaved(true)),
    discard: () => setOrder(null),
  }
}
