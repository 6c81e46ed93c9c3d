import { Badge, Group } from '@mantine/core'
import { groupBy } from '@shop/contract/http/older-browsers'
import { adminMailTexts, type MailText } from '@shop/contract/mail/templates'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callQuery, queryClient } from '../app/query-client.ts'
import { BackLink, Hint, Page, Section } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'

export { MailTextsPage as Component }

export const mailTextsQuery = callQuery(['mail-texts'], adminMailTexts.listMailTexts, {})

export const loader = () => void queryClient.prefetchQuery(mailTextsQuery)

function MailTextsPage() {
  return (
    <Page title="Email templates">
      <BackLink to="/settings">Settings</BackLink>
      <Loaded query={useQuery(mailTextsQuery)} label="Loading emails">
        {({ texts }) =>
          [...groupBy(texts, ({ group }) => group)].map(([group, some]) => (
            <Section key={group} title={group}>
              <ul className="rows">
                {some.map((text) => (
                  <TextRow key={text.name} text={text} />
                ))}
              </ul>
            </Section>
          ))
        }
      </Loaded>
    </Page>
  )
}

function TextRow({ text: { name, title, subject, is_edited, is_broken } }: { text: MailText }) {
  return (
    <li>
      <Group gap="sm">
        <Link to={`/mail-texts/${name}`}>{title}</Link>
        {is_edited && !is_broken && <Badge color="moss">Edited</Badge>}
        {is_broken && <Badge color="brick">Out of date</Badge>}
      </Group>
      <Hint className="anywhere">{subject}</Hint>
    </li>
  )
}
