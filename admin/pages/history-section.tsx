import { type EditedPage, MOST_LISTED } from '@shop/contract/pages/admin'
import type { PageName, PageValues } from '@shop/contract/pages/fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Hint, QuietButton, Section } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { formatTime } from '../ui/time.ts'
import { labelsChanged } from './page-values.ts'
import { versionsQuery } from './pages.queries.ts'

type HistorySectionProps = { page: PageName; present: number; onTake: (values: PageValues) => void }

/** Who changed what when; an earlier version is put into the form, to be looked at and saved. */
export function HistorySection({ page, present, onTake }: HistorySectionProps) {
  const [taken, setTaken] = useState<number | null>(null)
  const take = (version: EditedPage) => {
    onTake(version.values)
    setTaken(version.version)
  }
  return (
    <Section title="History">
      <Hint role="status">
        {taken !== null && `Version ${taken} is in the form. Click "Show the page" to see it, and save to restore it.`}
      </Hint>
      <Loaded query={useQuery(versionsQuery(page))} label="Loading the history">
        {({ versions }) =>
          versions.length === 0 ? (
            <Hint>No one has changed this page yet.</Hint>
          ) : (
            <ul className="rows">
              {versions.map((version, index) => (
                <VersionRow
                  key={version.version}
                  version={version}
                  before={versions[index + 1]?.values ?? (versions.length < MOST_LISTED ? {} : version.values)}
                  isPresent={version.version === present}
                  onTake={() => take(version)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

type VersionRowProps = { version: EditedPage; before: PageValues; isPresent: boolean; onTake: () => void }

function VersionRow({ version, before, isPresent, onTake }: VersionRowProps) {
  const { page, values, changed_at, changed_by } = version
  return (
    <li>
      <Hint>
        Version {version.version}, {formatTime(changed_at ?? '')}, {changed_by}
      </Hint>
      <div>{labelsChanged(page, before, values)}</div>
      {isPresent ? (
        <Hint>This version is live.</Hint>
      ) : (
        <QuietButton size="compact-md" mt="xs" aria-label={`Restore version ${version.version}`} onClick={onTake}>
          Restore
        </QuietButton>
      )}
    </li>
  )
}
