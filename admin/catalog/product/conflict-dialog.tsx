import type { AdminProduct, EditedProduct } from '@shop/contract/catalog/admin'
import { keysOf } from '@shop/contract/http/coercion'
import { TwoVersionsDialog } from '../../ui/dialog.tsx'
import { describeValue, findChanges, labelOf, toEdited, valuesOf } from '../product-values.ts'

export type ConflictProps = {
  /** Who changed it, in a sentence. */
  said: string
  /** The product that the editing began with. */
  before: AdminProduct
  /** Someone else's version of it. */
  present: AdminProduct
  mine: Partial<EditedProduct>
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Two people have edited the same product: what the other one changed stands beside what was typed here. */
export function ConflictDialog({ said, before, present, mine, onKeepMine, onTakeTheirs }: ConflictProps) {
  const now = toEdited(valuesOf(present))
  const theirs = findChanges(valuesOf(present), before)
  const names = keysOf(now).filter((name) => name in theirs || name in mine)
  const differences = names.map((name) => ({
    label: labelOf(name),
    theirs: describeValue(name, now),
    mine: name in mine ? describeValue(name, mine) : 'Not changed',
  }))
  return <TwoVersionsDialog said={said} differences={differences} onKeepMine={onKeepMine} onTakeTheirs={onTakeTheirs} />
}
