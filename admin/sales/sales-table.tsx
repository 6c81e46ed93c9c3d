import { Table } from '@mantine/core'
import {
  type FigureName,
  type Figures,
  listFigures,
  SALES_FIGURES,
  type SalesOfWay,
  type SalesWay,
} from '@shop/contract/books/admin'
import { changeLabel, SALES_VIEWS, type SalesGrouping, salesLabel } from '@shop/contract/books/sales-views'
import { formatAdminMoney } from '@shop/contract/money'
import { formatCount, plural } from '@shop/contract/text/plural'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Hint } from '../ui/page.tsx'
import classes from './sales-page.module.css'

/** Above how the goods of a row have changed. */
const COMPARED_HEADING = 'Change in product sales'

/** The figures of a period, a row each, and their total; on a phone a row is a block with a line a figure. */
export function SalesTable({ sales, way, by }: { sales: SalesOfWay; way: SalesWay; by: SalesGrouping }) {
  const names = listFigures(by, way)
  const { head, time } = SALES_VIEWS[by]
  return (
    <>
      <Table className={classes.table ?? ''} verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{head}</Table.Th>
            {names.map((name) => (
              <Table.Th key={name}>{SALES_FIGURES[name].label}</Table.Th>
            ))}
            {!time && <Table.Th>{COMPARED_HEADING}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sales.rows.map(({ key, name, figures, goods_before_cents }) => (
            <FigureRow
              key={key}
              head={headOf(by, key, name)}
              names={names}
              figures={figures}
              compared={goods_before_cents === null ? null : changeLabel(figures.goods_cents, goods_before_cents)}
            />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <FigureRow head="Total" names={names} figures={sales.total} compared={time ? null : ''} />
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

type FigureRowProps = {
  head: ReactNode
  names: readonly FigureName[]
  figures: Figures
  /** How the goods have changed; `null` where the table has no such column. */
  compared: string | null
}

function FigureRow({ head, names, figures, compared }: FigureRowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{head}</Table.Th>
      {names.map((name) => (
        <Table.Td key={name} data-label={SALES_FIGURES[name].label} data-none={figures[name] === 0 || undefined}>
          {formatFigure(name, figures[name])}
        </Table.Td>
      ))}
      {compared !== null && (
        <Table.Td data-label={COMPARED_HEADING} data-none={compared === '' || undefined}>
          {compared}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** An amount of money, or a number of orders or pieces. */
export function formatFigure(name: FigureName, figure: number): string {
  return name === 'orders' || name === 'units' ? figure.toLocaleString('en-US') : formatAdminMoney(figure)
}

function headOf(by: SalesGrouping, key: string, name: string | null): ReactNode {
  const label = salesLabel(by, key, name)
  return by === 'product' ? <Link to={`/products/${encodeURIComponent(key)}`}>{label}</Link> : label
}
