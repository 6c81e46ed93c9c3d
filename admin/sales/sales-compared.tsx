import { Table } from '@mantine/core'
import { listFigures, SALES_FIGURES, type Sales } from '@shop/contract/books/admin'
import { changeLabel, periodLabel, type SalesGrouping } from '@shop/contract/books/sales-views'
import { Section } from '../ui/page.tsx'
import classes from './sales-page.module.css'
import { formatFigure } from './sales-table.tsx'

/** The totals beside those of the period before, by card and by hand together. */
export function SalesCompared({ sales, by }: { sales: Sales; by: SalesGrouping }) {
  const { card, hand, before } = sales
  return (
    <Section title={`Compared with ${periodLabel(before)}`}>
      <Table className={classes.table ?? ''} verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Figure</Table.Th>
            <Table.Th>Now</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>Change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listFigures(by, 'hand').map((name) => {
            const [now, then] = [card.total[name] + hand.total[name], before.card[name] + before.hand[name]]
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">{SALES_FIGURES[name].label}</Table.Th>
                <Table.Td data-label="Now">{formatFigure(name, now)}</Table.Td>
                <Table.Td data-label="Before">{formatFigure(name, then)}</Table.Td>
                <Table.Td data-label="Change">
                  {changeLabel(now, then, (change) => formatFigure(name, change))}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
