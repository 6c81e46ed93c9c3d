import { Accordion, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { type AdminTaxTable, adminCheckout } from '@shop/contract/delivery/admin'
import { USUAL_TAX_RATES } from '@shop/contract/tax/calls'
import { plural } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmOnce } from '../../ui/dialog.tsx'
import { typed } from '../../ui/form.tsx'
import { Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { formatDay } from '../../ui/time.ts'
import {
  mergeTax,
  STATE_ENTRIES,
  type TaxValues,
  taxDifferences,
  taxErrors,
  taxValues,
  toTaxTable,
  unusualRates,
} from '../checkout-values.ts'
import { SaveButton, SavedForm } from '../forms/saved-form.tsx'
import { useSavedForm } from '../forms/use-saved-form.ts'
import { taxQuery } from '../settings.queries.ts'

/** The states' sales tax rates with their source and date, saved together as one change with one Undo. */
export function TaxSection() {
  return (
    <Section title="Sales tax">
      <Loaded query={useQuery(taxQuery)} label="Loading tax rates">
        {(table) => <TaxForm table={table} />}
      </Loaded>
    </Section>
  )
}

function TaxForm({ table }: { table: AdminTaxTable }) {
  const [isOpen, setOpen] = useState(false)
  const form = useSavedForm(adminCheckout.replaceTaxRates, {
    present: taxValues(table),
    merge: mergeTax,
    findErrors: taxErrors,
    requestOf: (wanted, seen) => ({
      body: {
        wanted: toTaxTable(wanted),
        seen: toTaxTable(seen),
        unusual_rates: unusualRates(wanted, seen).length > 0,
      },
    }),
    ask: askAboutRates,
    normalize: (edited) => taxValues(toTaxTable(edited)),
    writeSaved: (queryClient, saved) => queryClient.setQueryData(taxQuery.queryKey, toTaxTable(saved)),
    done: 'Tax rates saved. Checkout uses them within a second',
    refreshes: taxQuery.queryKey,
    onInvalid: (found) => setOpen((open) => open || countRates(found) > 0),
  })
  const { value, set, errors } = form
  const wrong = countRates(errors)
  return (
    <SavedForm
      form={form}
      intro={
        <>
          Each state’s combined rate, for the estimate at checkout.
          {table.published !== '' && ` These are from ${formatDay(table.published)}.`}
        </>
      }
      differences={() => taxDifferences(taxValues(table), value)}
      failure={
        wrong > 0
          ? `Please check the rates: ${plural(wrong, 'one isn’t a percentage', `${wrong} aren’t percentages`)}.`
          : form.failure
      }
      actions={<SaveButton form={form}>Save the tax rates</SaveButton>}
    >
      <SourceFields value={value} errors={errors} onEdit={(edited) => set({ ...value, ...edited })} />
      <Accordion variant="separated" value={isOpen ? 'rates' : null} onChange={(open) => setOpen(open !== null)}>
        <Accordion.Item value="rates">
          <Accordion.Control>Rates for the {STATE_ENTRIES.length} states</Accordion.Control>
          <Accordion.Panel>
            <RateFields
              percents={value.percents}
              errors={errors}
              onEdit={(state, percent) => set({ ...value, percents: { ...value.percents, [state]: percent } })}
            />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </SavedForm>
  )
}

/** Asks before a rate is saved that may lack its decimal point, or be a fraction. */
function askAboutRates(wanted: TaxValues, seen: TaxValues, send: () => void): void {
  const unusual = unusualRates(wanted, seen)
  if (unusual.length === 0) {
    send()
    return
  }
  confirmOnce({
    title: 'An unusual tax rate',
    children: `${unusual.join(', ')}: most rates are ${USUAL_TAX_RATES}. Is that right?`,
    labels: { confirm: 'Save the tax rates', cancel: 'Cancel' },
    onConfirm: send,
  })
}

function countRates(errors: Errors): number {
  return Object.keys(errors).filter((name) => name.startsWith('rates.')).length
}

type Errors = Readonly<Record<string, string>>

type SourceFieldsProps = { value: TaxValues; errors: Errors; onEdit: (change: Partial<TaxValues>) => void }

function SourceFields({ value: { source, published, note }, errors, onEdit }: SourceFieldsProps) {
  return (
    <>
      <TextInput
        label="Source"
        description="Where the rates come from."
        maxLength={500}
        error={errors.source}
        {...typed(source, (text) => onEdit({ source: text }))}
      />
      <TextInput
        label="Date of the source"
        type="date"
        maw={220}
        error={errors.published}
        {...typed(published, (text) => onEdit({ published: text }))}
      />
      <Textarea
        label="Note"
        description="For the person who updates the rates. Shoppers don’t see it."
        maxLength={2000}
        error={errors.note}
        {...typed(note, (text) => onEdit({ note: text }))}
      />
    </>
  )
}

type RateFieldsProps = {
  percents: Readonly<Record<string, string>>
  errors: Errors
  onEdit: (state: string, percent: string) => void
}

function RateFields({ percents, errors, onEdit }: RateFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
      {STATE_ENTRIES.map(([state, name]) => (
        <TextInput
          key={state}
          label={name}
          inputMode="decimal"
          rightSection="%"
          maxLength={8}
          error={errors[`rates.${state}`]}
          {...typed(percents[state] ?? '', (text) => onEdit(state, text))}
        />
      ))}
    </SimpleGrid>
  )
}
