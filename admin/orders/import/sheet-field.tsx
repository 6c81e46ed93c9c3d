import { Button, FileButton, Textarea } from '@mantine/core'
import { MAX_SHEET_LENGTH } from '@shop/contract/text/sheet-text'
import { useState } from 'react'
import { readSheet } from '../../ui/files.ts'
import { linesHigh } from '../../ui/form.tsx'

type SheetFieldProps = { text: string; error: string | undefined; onText: (text: string) => void }

/** A spreadsheet: a CSV file that is chosen, or its cells pasted. */
export function SheetField({ text, error, onText }: SheetFieldProps) {
  const [fileError, setFileError] = useState<string | null>(null)
  const read = async (file: File | null) => {
    if (file === null) return
    try {
      onText(await readSheet(file.slice(0, 4 * MAX_SHEET_LENGTH), { canPaste: true }))
      setFileError(null)
    } catch (failure) {
      setFileError(failure instanceof Error ? failure.message : 'We can’t read this file.')
    }
  }
  return (
    <>
      <FileButton onChange={(file) => void read(file)} accept=".csv,.tsv,.txt,text/csv,text/plain">
        {(props) => (
          <Button {...props} variant="default" style={{ alignSelf: 'flex-start' }}>
            Choose a CSV file
          </Button>
        )}
      </FileButton>
      <Textarea
        label="Or paste the cells here"
        value={text}
        error={error ?? fileError}
        styles={{
          input: { ...linesHigh(8, 16), fontFamily: 'ui-monospace, monospace', fontSize: '1rem', whiteSpace: 'pre' },
        }}
        onChange={(event) => {
          setFileError(null)
          onText(event.currentTarget.value)
        }}
      />
    </>
  )
}
