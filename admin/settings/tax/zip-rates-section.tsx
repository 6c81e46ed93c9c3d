import { Accordion, Button, FileInput, Group, Stack, Text, TextInput } from '@mantine/core'
import { US_STATES } from '@shop/contract/address/us-states'
import { type AdminZipRate, adminSalesTax, MAX_ZIP_FILE_LENGTH, type ZipPreview } from '@shop/contract/tax/admin'
import { plural } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../app/call.ts'
import { useChange } from '../../app/changes/use-change.ts'
import { confirmOnce } from '../../ui/dialog.tsx'
import { readSheet } from '../../ui/files.ts'
import { typed, usePlainCall } from '../../ui/form.tsx'
import { Hint, QuietButton, Section } from '../../ui/page.tsx'
import { FailureLine, Loaded } from '../../ui/states.tsx'
import { zipRatesQuery } from '../settings.queries.ts'
import { countsByState, findRates, unusualText, zipRateText } from './zip-rates.ts'

/** The rates of ZIP codes: what there is, a file that replaces them as one change with one Undo, and none at all. */
export function ZipRatesSection() {
  return (
    <Section title="ZIP code rates">
      <Loaded query={useQuery(zipRatesQuery)} label="Loading ZIP code rates">
        {({ rates }) => <ZipRates rates={rates} />}
      </Loaded>
    </Section>
  )
}

function ZipRates({ rates }: { rates: readonly AdminZipRate[] }) {
  const removal = useChange(adminSalesTax.replaceZipRates, {
    done: 'ZIP code rates removed',
    refreshes: [zipRatesQuery.queryKey],
    showsError: true,
  })
  return (
    <Stack gap="md">
      <Hint>A ZIP code rate overrides the state’s rate. Most shops need none.</Hint>
      {rates.length === 0 ? (
        <Text>No ZIP code rates yet.</Text>
      ) : (
        <>
          <Text>{countsByState(rates)}</Text>
          <RateList rates={rates} />
        </>
      )}
      <ZipFile rates={rates} />
      <FailureLine text={removal.failure} />
      {rates.length > 0 && (
        <Group>
          <QuietButton
            loading={removal.isPending}
            onClick={() => removal.change({ body: { text: null, seen: [...rates], unusual_rates: false } })}
          >
            Remove all ZIP code rates
          </QuietButton>
        </Group>
      )}
    </Stack>
  )
}

/** So many rates are shown at once. */
const MAX_SHOWN = 50

function RateList({ rates }: { rates: readonly AdminZipRate[] }) {
  const [text, setText] = useState('')
  const found = findRates(rates, text)
  return (
    <Accordion variant="separated">
      <Accordion.Item value="rates">
        <Accordion.Control>The rates</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <TextInput label="Find a ZIP code or a state" type="search" {...typed(text, setText)} />
            {found.length === 0 && <Text role="status">No rates match.</Text>}
            <Stack component="ul" gap={4} pl="md" m={0}>
              {found.slice(0, MAX_SHOWN).map((rate) => (
                <li key={`${rate.state} ${rate.from}`}>{zipRateText(rate)}</li>
              ))}
            </Stack>
            {found.length > MAX_SHOWN && <Text>And {found.length - MAX_SHOWN} more.</Text>}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

/** A file, what it holds, and the button that replaces the rates by it. */
function ZipFile({ rates }: { rates: readonly AdminZipRate[] }) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [text, setText] = useState('')
  const reset = useRef<() => void>(null)
  const preview = usePlainCall((read: string) => call(adminSalesTax.previewZipRates, { body: { text: read } }))
  const { change, isPending, failure } = useChange(adminSalesTax.replaceZipRates, {
    done: 'ZIP code rates imported',
    refreshes: [zipRatesQuery.queryKey],
    onDone: () => void choose(null),
    showsError: true,
  })
  async function choose(chosen: File | null): Promise<void> {
    setFile(chosen)
    setProblem(null)
    preview.clear()
    // Lets the same file be chosen again once it is corrected.
    reset.current?.()
    if (chosen === null) return
    try {
      const read = await readZipFile(chosen)
      setText(read)
      preview.press(read)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'We can’t read this file.')
    }
  }
  const replace = (unusual_rates: boolean) => change({ body: { text, seen: [...rates], unusual_rates } })
  return (
    <>
      <FileInput
        label="CSV file"
        description="With the columns state, from, to and percent. An empty “to” means one ZIP code. It replaces all rates."
        placeholder="Choose a file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        clearable
        resetRef={reset}
        size="md"
        value={file}
        error={problem}
        onChange={(chosen) => void choose(chosen)}
      />
      <FailureLine text={preview.failure ?? failure} />
      {preview.isPending && <Text role="status">Reading the file</Text>}
      {preview.result !== undefined && (
        <Preview preview={preview.result} isPending={isPending} onImport={() => askAbout(preview.result, replace)} />
      )}
    </>
  )
}

/** Throws an error with a text for the user. */
async function readZipFile(file: File): Promise<string> {
  if (file.size > MAX_ZIP_FILE_LENGTH) throw new Error('This file is too large for a table of ZIP codes.')
  const text = await readSheet(file, { canPaste: false })
  if (text.trim() === '') throw new Error('This file is empty.')
  return text
}

/** Asks before rates are imported that may be wrong, and need not be. */
function askAbout(preview: ZipPreview | undefined, replace: (unusualRates: boolean) => void): void {
  const children = preview === undefined ? null : unusualText(preview)
  if (children === null) {
    replace(false)
    return
  }
  confirmOnce({
    title: 'Unusual tax rates',
    children,
    labels: { confirm: 'Import the rates', cancel: 'Cancel' },
    onConfirm: () => replace(true),
  })
}

type PreviewProps = { preview: ZipPreview; isPending: boolean; onImport: () => void }

function Preview({ preview: { states, problems, problem_count }, isPending, onImport }: PreviewProps) {
  const count = states.reduce((sum, { count }) => sum + count, 0)
  if (problem_count > 0) {
    return (
      <div role="status">
        <Text mb="xs">
          {plural(problem_count, 'One row is wrong.', `${problem_count} rows are wrong.`)} Nothing was changed.
        </Text>
        <Stack component="ul" gap={4} pl="md" m={0} className="anywhere">
          {problems.map(({ row, message }) => (
            <li key={`${row} ${message}`}>
              Row {row}: {message}
            </li>
          ))}
        </Stack>
        {problem_count > problems.length && <Text mt="xs">And {problem_count - problems.length} more.</Text>}
      </div>
    )
  }
  if (count === 0) return <Text role="status">This file has no rows. To remove all rates, use the button below.</Text>
  return (
    <div role="status">
      <Text mb="xs">The file has {plural(count, 'one rate', `${count} rates`)}:</Text>
      <Stack component="ul" gap={4} pl="md" mt={0} mb="sm">
        {states.map(({ state, count: of }) => (
          <li key={state}>
            {US_STATES[state]}: {of}
          </li>
        ))}
      </Stack>
      <Button loading={isPending} onClick={onImport}>
        {plural(count, 'Import one rate', `Import ${count} rates`)}
      </Button>
    </div>
  )
}
