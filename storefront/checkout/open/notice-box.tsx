import { useCallback } from 'react'
import { SendCartLink } from '../../links/inquiry-link.tsx'
import { Alert } from '../../ui/alert.tsx'

type NoticeBoxProps = {
  lines: readonly string[]
  offersInquiry: boolean
  /** The field that the notice is about; without one the notice itself gets the focus. */
  fieldId: string | null
}

export function NoticeBox({ lines, offersInquiry, fieldId }: NoticeBoxProps) {
  const focus = useCallback(
    (box: HTMLDivElement | null) => {
      const field = fieldId === null ? null : document.getElementById(fieldId)
      if (box !== null) (field ?? box).focus()
    },
    [fieldId],
  )
  return (
    <Alert ref={focus} role="alert" tabIndex={-1} className="mb-5">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {offersInquiry && (
        <p>
          <SendCartLink />
        </p>
      )}
    </Alert>
  )
}
