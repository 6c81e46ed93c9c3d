import { Table } from '@mantine/core'
import { SALES_FIGURES, type Sales, taxOwed } from '@shop/contract/books/admin'
import { salesLabel } from '@shop/contract/books/sales-views'
import { groupBy } from '@shop/contract/http/older-browsers'
import { type Cents, formatAdminMoney } from '@shop/contract/money'
import { Hint, Section } from '../ui/page.tsx'
import classes from './sales-page.module.css'

const OWED_HEADING = 'Owed'

/** The tax owed to each state by quarter: that of all sales, by card and by hand, less refunds. */
export function TaxOwed({ sales }: { sales: Sales }) {
  const rows = owedRows(sales)
  if (rows.length === 0) return null
  const { tax_cents, tax_paid_back_cents } = SALES_FIGURES
  return (
    <Section title="Owed to each state">
      <Hint mb="sm">
        Tax collected minus tax refunded, by card and by hand, for the days of each quarter in this period. A refund
        counts in the quarter you make it, even for an earlier order. A chargeback doesn’t lower the tax. Ask your
        accountant when to pay.
      </Hint>
      <Table className={classes.table ?? ''} verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Quarter and state</Table.Th>
            <Table.Th>{tax_cents.label}</Table.Th>
            <Table.Th>{tax_paid_back_cents.label}</Table.Th>
            <Table.Th>{OWED_HEADING}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, label, tax, refunded, owed }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td data-label={tax_cents.label}>{tax}</Table.Td>
              <Table.Td data-label={tax_paid_back_cents.label}>{refunded}</Table.Td>
              <Table.Td data-label={OWED_HEADING}>{owed}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

/** The rows of the table in their order; a quarter and state without tax has none. */
export function owedRows({ card, hand }: Sales): {
  key: string
  label: string
  tax: string
  refunded: string
  owed: string
}[] {
  return [...groupBy([...card.rows, ...hand.rows], ({ key }) => key)]
    .map(([key, rows]) => {
      const sumOf = (name: 'tax_cents' | 'tax_paid_back_cents') =>
        rows.reduce((sum, { figures }) => sum + figures[name], 0)
      return { key, tax_cents: sumOf('tax_cents'), tax_paid_back_cents: sumOf('tax_paid_back_cents') }
    })
    .filter(({ tax_cents, tax_paid_back_cents }) => tax_cents !== 0 || tax_paid_back_cents !== 0)
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, ...sums }) => ({
      key,
      label: salesLabel('tax', key, null),
      tax: formatAdminMoney(sums.tax_cents),
      refunded: formatAdminMoney(sums.tax_paid_back_cents),
      owed: owedLabel(taxOwed(sums)),
    }))
}

function owedLabel(cents: Cents): string {
  return cents < 0 ? `credit of ${formatAdminMoney(-cents)}` : formatAdminMoney(cents)
}
