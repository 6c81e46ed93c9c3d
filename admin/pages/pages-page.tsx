import { Badge, Group } from '@mantine/core'
import type { EditedPage } from '@shop/contract/pages/admin'
import { EDITABLE_PAGES } from '@shop/contract/pages/fields'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { Hint, Page, Section } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { formatTime } from '../ui/time.ts'
import { pagesQuery } from './pages.queries.ts'

export { PagesPage as Component }

export const loader = () => void queryClient.prefetchQuery(pagesQuery)

/** The pages of the shop whose words and pictures the family edits. */
function PagesPage() {
  return (
    <Page title="Pages">
      <Loaded query={useQuery(pagesQuery)} label="Loading the pages">
        {({ pages }) => (
          <Section title="What shoppers read">
            <Hint mb="sm">Fixed headings and buttons can’t be changed and aren’t listed.</Hint>
            <ul className="rows">
              {pages.map((page) => (
                <PageRow key={page.page} page={page} />
              ))}
            </ul>
          </Section>
        )}
      </Loaded>
    </Page>
  )
}

function PageRow({ page: { page, values, changed_at, changed_by } }: { page: EditedPage }) {
  const edited = Object.keys(values).length
  return (
    <li>
      <Group gap="sm">
        <Link to={`/pages/${page}`}>{EDITABLE_PAGES[page].title}</Link>
        {edited > 0 && <Badge color="moss">{`${formatCount(edited, 'field')} edited`}</Badge>}
      </Group>
      <Hint>{changed_at === null ? 'Default text' : `${formatTime(changed_at)}, ${changed_by}`}</Hint>
    </li>
  )
}
