import { Table } from '@mantine/core'
import type { Sales } from '@shop/contract/admin/books'
import { formatAdminMoney } from '@shop/contract/money'
import { Hint, Section } from '../ui/page.tsx'
import { barsOf } from './sales-bars.tsx'
import classes from './sales-page.module.css'

/** What each state is owed for each quarter: the tax by card and by hand together. */
export function TaxOwed({ sales }: { sales: Sales }) {
  const owed = barsOf(sales, 'tax').filter(({ cents }) => cents !== 0)
  if (owed.length === 0) return null
  return (
    <Section title="Owed to each state">
      <Hint mb="sm">
        The tax of each quarter by card and by hand together, as far as its days are in this period. Cancelled items
        have lowered it, what was paid back later has not: ask your accountant how much of that to take off, and for the
        date on which it is due.
      </Hint>
      <Table className={classes.table ?? ''} verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Quarter and state</Table.Th>
            <Table.Th>Tax</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {owed.map(({ key, label, cents }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td data-label="Tax">{formatAdminMoney(cents)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
