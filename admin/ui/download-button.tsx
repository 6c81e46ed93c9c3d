import { Button } from '@mantine/core'
import { requestPath } from '@shop/contract/http/call'
import type { AdminFile } from '@shop/contract/http/files'
import { Download } from 'lucide-react'

type Props = {
  file: AdminFile
  query: Readonly<Record<string, string>>
  label: string
  /** Of a form that is not filled in. */
  disabled?: boolean
}

/** Downloads a spreadsheet. The browser writes it to disk as it arrives, however large it is. */
export function DownloadButton({ file: { path }, query, label, disabled = false }: Props) {
  return (
    <Button
      variant="default"
      component="a"
      download
      {...(disabled ? { 'data-disabled': true, 'aria-disabled': true } : { href: requestPath(path, {}, query) })}
      leftSection={<Download aria-hidden size={18} />}
    >
      {label}
    </Button>
  )
}
