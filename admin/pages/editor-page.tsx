import { Group, Text } from '@mantine/core'
import { groupBy } from '@shop/contract/http/older-browsers'
import { adminPages, type EditedPage } from '@shop/contract/pages/admin'
import { changedValues, EDITABLE_PAGES, fieldsOf, PAGE_NAMES, type PageName } from '@shop/contract/pages/fields'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { SaveButton, SavedForm } from '../settings/forms/saved-form.tsx'
import { useSavedForm } from '../settings/forms/use-saved-form.ts'
import { BackLink, Columns, LoadedPage, Page, QuietButton, Section } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { FieldInput } from './field-input.tsx'
import { HistorySection } from './history-section.tsx'
import { PagePreview } from './page-preview.tsx'
import { editedOf, findDifferences, findErrors, mergeEdited, tidy } from './page-values.ts'
import classes from './pages.module.css'
import { PAGES_KEY, pagesQuery } from './pages.queries.ts'

export { EditorPage as Component }

export const loader = () => void queryClient.prefetchQuery(pagesQuery)

const BACK_LINK = <BackLink to="/pages">All pages</BackLink>

/** The editor of one page: its texts, a preview, and earlier versions. */
function EditorPage() {
  const { page: name } = useParams()
  return (
    <LoadedPage title="Pages" back={BACK_LINK} query={useQuery(pagesQuery)} label="Loading the page">
      {({ pages }) => {
        const page = PAGE_NAMES.find((one) => one === name)
        const edited = pages.find((one) => one.page === name)
        return (
          <Page title={page === undefined ? 'Pages' : EDITABLE_PAGES[page].title}>
            {BACK_LINK}
            {edited === undefined ? <EmptyState text="There’s no such page." /> : <Editor edited={edited} />}
          </Page>
        )
      }}
    </LoadedPage>
  )
}

function Editor({ edited }: { edited: EditedPage }) {
  const { page } = edited
  const form = usePageForm(edited)
  const { value, set, errors } = form
  const wrong = findErrors(page, value.values)
  const isOwn = Object.keys(changedValues(page, value.values)).length === 0
  const put = (values: EditedPage['values']) => set(editedOf({ ...edited, values }))
  return (
    <Columns
      left={
        <Section title="Text and pictures">
          <SavedForm
            form={form}
            differences={() => findDifferences(page, editedOf(edited).values, value.values)}
            actions={
              <Group gap="sm">
                <SaveButton form={form}>Save</SaveButton>
                {!isOwn && <QuietButton onClick={() => put({})}>Reset all to default</QuietButton>}
              </Group>
            }
          >
            {partsOf(page).map(([part, names]) => (
              <fieldset key={part} className={classes.part}>
                <Text component="legend">{part}</Text>
                {names.map((name) => {
                  const [field, present] = [fieldsOf(page)[name], value.values[name]]
                  if (field === undefined || present === undefined) return null
                  return (
                    <FieldInput
                      key={name}
                      field={field}
                      value={present}
                      error={wrong[`values.${name}`] ?? errors[`values.${name}`]}
                      onChange={(typed) => set({ ...value, values: { ...value.values, [name]: typed } })}
                    />
                  )
                })}
              </fieldset>
            ))}
          </SavedForm>
        </Section>
      }
      right={
        <>
          <PagePreview page={page} values={value.values} isUsable={Object.keys(wrong).length === 0} />
          <HistorySection page={page} present={edited.version} onTake={put} />
        </>
      }
    />
  )
}

function usePageForm(edited: EditedPage) {
  const { page } = edited
  return useSavedForm(adminPages.changePage, {
    present: editedOf(edited),
    merge: mergeEdited,
    findErrors: ({ values }) => findErrors(page, values),
    requestOf: (wanted, seen) => ({
      body: { page, values: changedValues(page, wanted.values), version: seen.version },
    }),
    normalize: (value) => tidy(page, value),
    writeSaved: (client, saved) =>
      client.setQueryData(pagesQuery.queryKey, (known) => {
        const values = changedValues(page, saved.values)
        const version = saved.version + 1
        return known && { pages: known.pages.map((one) => (one.page === page ? { ...one, values, version } : one)) }
      }),
    done: `"${EDITABLE_PAGES[page].title}" is saved. Shoppers see it within a second`,
    refreshes: PAGES_KEY,
  })
}

/** The fields of a page under the parts of it that they stand in. */
function partsOf(page: PageName): [part: string, names: string[]][] {
  const names = Object.keys(fieldsOf(page))
  return [...groupBy(names, (name) => fieldsOf(page)[name]?.part ?? '')]
}
