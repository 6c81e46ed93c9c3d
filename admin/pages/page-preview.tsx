import { Button, Stack } from '@mantine/core'
import { adminPages } from '@shop/contract/pages/admin'
import { changedValues, EDITABLE_PAGES, type PageName, type PageValues } from '@shop/contract/pages/fields'
import { call } from '../app/call.ts'
import { usePlainCall } from '../ui/form.tsx'
import { Hint, Section } from '../ui/page.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { FailureLine } from '../ui/states.tsx'

type PagePreviewProps = { page: PageName; values: PageValues; isUsable: boolean }

/** The shop's own page with what is in the form, before shoppers see it. */
export function PagePreview({ page, values, isUsable }: PagePreviewProps) {
  const shown = changedValues(page, values)
  const preview = usePlainCall(async () => {
    const { html } = await call(adminPages.previewPage, { body: { page, values: shown } })
    return { html, of: JSON.stringify(shown) }
  })
  const { result } = preview
  return (
    <Section title="How it looks">
      <Stack gap="sm">
        <FailureLine text={preview.failure} />
        <Button
          variant="default"
          disabled={!isUsable}
          loading={preview.isPending}
          onClick={() => preview.press()}
          style={{ alignSelf: 'flex-start' }}
        >
          Show the page
        </Button>
        <Hint role="status">
          {isUsable
            ? hintOf(result === undefined ? null : result.of === JSON.stringify(shown))
            : 'Fix the fields in red first.'}
        </Hint>
        {result !== undefined && <PageFrame title={`Preview of ${EDITABLE_PAGES[page].title}`} srcDoc={result.html} />}
      </Stack>
    </Section>
  )
}

/** `isCurrent`: `null` while nothing was shown. */
function hintOf(isCurrent: boolean | null): string {
  if (isCurrent === null) return 'With what’s in the form. Only you see it.'
  return isCurrent
    ? 'Only you see this. Links and buttons do nothing here.'
    : 'The form has changed since then. Preview again to see it.'
}
