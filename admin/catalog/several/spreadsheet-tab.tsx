import { Checkbox, FileInput, Group, Stack, Text } from '@mantine/core'
import { adminSeveralProducts, MAX_SHEET_BYTES, productsFile } from '@shop/contract/catalog/several-products'
import { useRef, useState } from 'react'
import { call } from '../../app/call.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { readSheet } from '../../ui/files.ts'
import { usePlainCall } from '../../ui/form.tsx'
import { Section } from '../../ui/page.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { ImportPreviewSection } from './import-preview.tsx'

type Sheet = { csv: string; stock: boolean }

/** All products as a file for a spreadsheet, and back, with a preview of what would change. */
export function SpreadsheetTab() {
  return (
    <Stack gap="md">
      <ExportSection />
      <ImportSection />
    </Stack>
  )
}

function ExportSection() {
  return (
    <Section title="Export all products">
      <Text mb="sm">A CSV file for any spreadsheet app, with texts, prices, stock and facts, but no pictures.</Text>
      <DownloadButton file={productsFile} query={{}} label="Download products.csv" />
    </Section>
  )
}

function ImportSection() {
  const [file, setFile] = useState<File | null>(null)
  const reset = useRef<() => void>(null)
  const [stock, setStock] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const { press, isPending, failure, result } = usePlainCall(
    (wanted: Sheet) => call(adminSeveralProducts.previewImport, { body: wanted }),
    () => undefined,
  )
  const show = async (chosen: File, takesStock: boolean) => {
    setSheet(null)
    if (chosen.size > MAX_SHEET_BYTES) return setProblem('This file is too large for a table of products.')
    try {
      const csv = await readSheet(chosen, { canPaste: false })
      if (csv.trim() === '') return setProblem('This file is empty.')
      setProblem(null)
      setSheet({ csv, stock: takesStock })
      press({ csv, stock: takesStock })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'We can’t read this file.')
    }
  }
  const choose = (chosen: File | null, takesStock: boolean) => {
    setFile(chosen)
    // Lets the same file be chosen again once it is corrected.
    reset.current?.()
    setStock(takesStock)
    if (chosen === null) setSheet(null)
    else void show(chosen, takesStock)
  }
  return (
    <div>
      <Section title="Import a file">
        <Text mb="sm">
          Missing columns and products stay as they are. You’ll see the changes before anything is saved.
        </Text>
        <Group align="end" gap="md">
          <FileInput
            label="CSV file"
            placeholder="Choose a file"
            accept=".csv,text/csv,text/plain"
            clearable
            resetRef={reset}
            size="md"
            flex="1 1 16rem"
            maw="28rem"
            value={file}
            error={problem}
            onChange={(chosen) => choose(chosen, stock)}
          />
          <Checkbox
            label="Import stock too"
            size="md"
            checked={stock}
            onChange={({ currentTarget }) => choose(file, currentTarget.checked)}
          />
        </Group>
        <FailureLine text={failure} />
        {isPending && <Text role="status">Comparing the file with the shop</Text>}
      </Section>
      {sheet !== null && result !== undefined && !isPending && (
        <ImportPreviewSection
          preview={result}
          sheet={sheet}
          onDone={() => choose(null, false)}
          onStale={() => press(sheet)}
        />
      )}
    </div>
  )
}
