import { Table } from '@mantine/core'
import {
  FIGURES,
  type FigureName,
  type Figures,
  figuresOf,
  type SalesGrouping,
  type SalesOfWay,
  type SalesWay,
} from '@shop/contract/admin/books'
import { formatMoney } from '@shop/contract/money'
import { formatCount, plural } from '@shop/contract/plural'
import { parseStateCode, US_STATES } from '@shop/contract/tax'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Hint } from '../ui/page.tsx'
import { formatDay } from '../ui/time.ts'
import classes from './sales-page.module.css'

const HEADS: Readonly<Record<SalesGrouping, string>> = {
  day: 'Day',
  month: 'Month',
  product: 'Product',
  state: 'State',
}

/** The figures of a period, a row each, and their total; on a phone a row is a block with a line a figure. */
export function SalesTable({ sales, way, by }: { sales: SalesOfWay; way: SalesWay; by: SalesGrouping }) {
  const names = figuresOf(by, way)
  return (
    <>
      <Table className={classes.table ?? ''} verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{HEADS[by]}</Table.Th>
            {names.map((name) => (
              <Table.Th key={name}>{FIGURES[name].label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sales.rows.map(({ key, name, figures }) => (
            <FigureRow key={key} head={headOf(by, key, name)} names={names} figures={figures} />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <FigureRow head="Total" names={names} figures={sales.total} />
        </Table.Tfoot>
      </Table>
      {sales.left_out > 0 && (
        <Hint mt="sm">
          {formatCount(sales.left_out, 'product')} that sold less {plural(sales.left_out, 'is', 'are')} in the total
          only.
        </Hint>
      )}
    </>
  )
}

function FigureRow({ head, names, figures }: { head: ReactNode; names: readonly FigureName[]; figures: Figures }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{head}</Table.Th>
      {names.map((name) => (
        <Table.Td key={name} data-label={FIGURES[name].label} data-none={figures[name] === 0 || undefined}>
          {name === 'orders' || name === 'units' ? figures[name].toLocaleString('en-US') : formatMoney(figures[name])}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What a row is about. */
function headOf(by: SalesGrouping, key: string, name: string | null): ReactNode {
  if (by === 'day') return formatDay(key)
  if (by === 'month') return MONTH.format(new Date(`${key}-01`))
  if (by === 'product') return <Link to={`/products/${encodeURIComponent(key)}`}>{name ?? key}</Link>
  const state = parseStateCode(key)
  return state === null ? 'No state named' : US_STATES[state]
}
