import { Accordion, Button, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type AdminTaxTable, replaceTaxRatesEndpoint } from '@shop/contract/admin/checkout'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminCallError } from '../app/call.ts'
import { useChange } from '../app/use-change.ts'
import { ErrorState, messageOf } from '../ui/error-state.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { formatDay } from '../ui/format-time.ts'
import { Loading } from '../ui/loading.tsx'
import { Section } from '../ui/section.tsx'
import { STATES, type TaxValues, taxDifferences, taxErrors, taxValues, toTaxTable } from './checkout-values.ts'
import { ConflictSection } from './conflict-section.tsx'
import { taxQuery } from './settings.queries.ts'
import { useEdited } from './use-edited.ts'

/** The states' sales tax rates with their source and date, saved together as one change with one Undo. */
export function TaxSection() {
  const { data: table, error, refetch } = useQuery(taxQuery)
  return (
    <Section title="Sales tax">
      {table === undefined && error === null && <Loading label="Loading tax rates" />}
      {table === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {table !== undefined && <TaxForm table={table} />}
    </Section>
  )
}

function TaxForm({ table }: { table: AdminTaxTable }) {
  const { value, base, isChanged, hasNewer, set, takeTheirs, keepMine } = useEdited(taxValues(table))
  const [shown, setShown] = useState<Record<string, string>>({})
  const [isOpen, setOpen] = useState(false)
  const { change, isPending, error } = useChange(replaceTaxRatesEndpoint, {
    done: 'Saved. The checkout counts with it within a second',
    refreshes: [taxQuery.queryKey],
    onDone: takeTheirs,
    showsError: true,
  })
  const errors = { ...(error instanceof AdminCallError ? error.fields : {}), ...shown }
  const save = () => {
    const found = taxErrors(value)
    setShown(found)
    if (Object.keys(found).length === 0) change({ body: { wanted: toTaxTable(value), seen: toTaxTable(base) } })
    else if (Object.keys(found).some((name) => name.startsWith('rates.'))) setOpen(true)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) save()
      }}
    >
      <Stack gap="md">
        <Text c="dimmed" fz="sm">
          Combined rate of each state, for the estimate at the checkout.
          {table.published !== '' && ` These are of ${formatDay(table.published)}.`}
        </Text>
        {hasNewer && (
          <ConflictSection
            differences={taxDifferences(taxValues(table), value)}
            onKeepMine={keepMine}
            onTakeTheirs={takeTheirs}
          />
        )}
        <FailureLine text={failureOf(error, errors, hasNewer)} />
        <SourceFields value={value} errors={errors} onEdit={(edited) => set({ ...value, ...edited })} />
        <Accordion variant="separated" value={isOpen ? 'rates' : null} onChange={(open) => setOpen(open !== null)}>
          <Accordion.Item value="rates">
            <Accordion.Control>Rates of the {STATES.length} states</Accordion.Control>
            <Accordion.Panel>
              <RateFields
                percents={value.percents}
                errors={errors}
                onEdit={(state, percent) => set({ ...value, percents: { ...value.percents, [state]: percent } })}
              />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <Button type="submit" loading={isPending} disabled={!isChanged || hasNewer}>
          Save the tax rates
        </Button>
      </Stack>
    </form>
  )
}

function failureOf(error: unknown, errors: Record<string, string>, hasNewer: boolean): string | null {
  const wrong = Object.keys(errors).filter((name) => name.startsWith('rates.')).length
  if (wrong > 0) return `Please look at the rates: ${wrong === 1 ? 'one is' : `${wrong} are`} no percentage.`
  return error === null || hasNewer ? null : messageOf(error)
}

type Errors = Readonly<Record<string, string>>

function SourceFields({
  value: { source, published, note },
  errors,
  onEdit,
}: {
  value: TaxValues
  errors: Errors
  onEdit: (change: Partial<TaxValues>) => void
}) {
  return (
    <>
      <TextInput
        label="Source"
        description="Where the rates come from."
        maxLength={500}
        value={source}
        error={errors.source}
        onChange={({ currentTarget }) => onEdit({ source: currentTarget.value })}
      />
      <TextInput
        label="Day of the source"
        type="date"
        maw={220}
        value={published}
        error={errors.published}
        onChange={({ currentTarget }) => onEdit({ published: currentTarget.value })}
      />
      <Textarea
        label="Note"
        autosize
        maxLength={2000}
        value={note}
        error={errors.note}
        onChange={({ currentTarget }) => onEdit({ note: currentTarget.value })}
      />
    </>
  )
}

function RateFields({
  percents,
  errors,
  onEdit,
}: {
  percents: Readonly<Record<string, string>>
  errors: Errors
  onEdit: (state: string, percent: string) => void
}) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
      {STATES.map(([state, name]) => (
        <TextInput
          key={state}
          label={name}
          inputMode="decimal"
          rightSection="%"
          maxLength={8}
          value={percents[state] ?? ''}
          error={errors[`rates.${state}`]}
          onChange={({ currentTarget }) => onEdit(state, currentTarget.value)}
        />
      ))}
    </SimpleGrid>
  )
}
