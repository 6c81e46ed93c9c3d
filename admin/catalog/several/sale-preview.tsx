import { Badge, Checkbox } from '@mantine/core'
import { adminSeveralProducts, type Sale, type SaleChange } from '@shop/contract/catalog/several-products'
import { formatAdminMoney } from '@shop/contract/money'
import { formatCount } from '@shop/contract/text/plural'
import { useState } from 'react'
import { useChange } from '../../app/changes/use-change.ts'
import { Hint } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { formatDay } from '../../ui/time.ts'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import { ChangeList, ChangeRow, FromTo, Problem } from './change-list.tsx'

type PreviewProps = { sale: Sale | null; changes: readonly SaleChange[]; onDone: () => void; onStale: () => void }

/** Old and new price of each product, those that are chosen, and the button that makes the change. */
export function SalePreview({ sale, changes, onDone, onStale }: PreviewProps) {
  const possible = changes.filter(({ problem }) => problem === null)
  const [chosen, setChosen] = useState(() => possible.map(({ product_id }) => product_id))
  const products = possible.filter(({ product_id }) => chosen.includes(product_id))
  const count = formatCount(products.length, 'product')
  const sending = useChange(adminSeveralProducts.changeSale, {
    done: sale === null ? `The sale of ${count} ended` : `${count} put on sale`,
    refreshes: [PRODUCTS_KEY],
    onDone,
    showsError: true,
  })
  if (changes.length === 0) {
    return (
      <EmptyState text={sale === null ? 'None of these products is on sale.' : 'This wouldn’t change any price.'} />
    )
  }
  const large = products.filter((row) => row.large).length
  const send = () => {
    const wanted = products.map(({ product_id, version }) => ({ product_id, version }))
    sending.change({ body: { sale, products: wanted, large_price_changes: large > 0 } })
  }
  const all = products.length === possible.length
  return (
    <ChangeList
      summary={
        <Checkbox
          label={`${products.length} of ${formatCount(possible.length, 'product')} chosen`}
          checked={all && possible.length > 0}
          indeterminate={!all && products.length > 0}
          onChange={() => setChosen(all ? [] : possible.map(({ product_id }) => product_id))}
        />
      }
      action={{
        label: `${sale === null ? 'End the sale of' : 'Put on sale:'} ${count}`,
        isDisabled: products.length === 0,
        onPress: send,
      }}
      large={{ prices: large, confirm: 'Change the prices' }}
      sending={sending}
      again={{ label: 'Show the prices again', onPress: onStale }}
      label="Old and new prices"
      rows={changes}
      keyOf={({ product_id }) => product_id}
      estimatedHeight={72}
    >
      {(row) => (
        <SaleRow
          row={row}
          isChosen={chosen.includes(row.product_id)}
          onToggle={() => setChosen(toggled(chosen, row.product_id))}
        />
      )}
    </ChangeList>
  )
}

function toggled(chosen: readonly string[], id: string): string[] {
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
}

type RowProps = { row: SaleChange; isChosen: boolean; onToggle: () => void }

function SaleRow({ row, isChosen, onToggle }: RowProps) {
  const { product_id, product_name, price_cents, before, after, problem, large } = row
  const name = (
    <Checkbox
      disabled={problem !== null}
      checked={isChosen}
      onChange={onToggle}
      label={product_name}
      description={product_id}
    />
  )
  return (
    <ChangeRow name={name} badge={large && <Badge color="amber">More than half</Badge>}>
      {problem === null ? (
        <FromTo
          before={formatAdminMoney(before?.price_cents ?? price_cents)}
          after={formatAdminMoney(after?.price_cents ?? price_cents)}
        >
          <Hint span>{after === null ? 'The sale ends' : describeDays(after)}</Hint>
          {before !== null && after !== null && <Hint span>Now: {describeDays(before)}</Hint>}
        </FromTo>
      ) : (
        <Problem text={problem} />
      )}
    </ChangeRow>
  )
}

/** From when to when a sale is on: `Nov 27, 2026 to Nov 30, 2026`. */
export function describeDays({ from, until }: { from: string | null; until: string | null }): string {
  if (from === null) return until === null ? 'Until you end it' : `Until ${formatDay(until)}`
  return until === null ? `From ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(until)}`
}
