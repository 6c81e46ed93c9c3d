import { Button, Checkbox, Group, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import {
  type AdminLine,
  adminLines,
  type EditedLine,
  LINE_TEXT_LENGTH,
  LINE_WORDS_LENGTH,
  type LineQuestion,
} from '@shop/contract/catalog/lines'
import { HOME_PREVIEWS } from '@shop/contract/pages/shop'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useChange } from '../app/changes/use-change.ts'
import { LeaveGuard } from '../app/frame/unsaved.tsx'
import { queryClient } from '../app/query-client.ts'
import { PRODUCTS_KEY } from '../catalog/catalog.queries.ts'
import { Form, focusFirstError, linesHigh, typed } from '../ui/form.tsx'
import { BackLink, LoadedPage, Page, SaveBar, Section } from '../ui/page.tsx'
import { EmptyState, FailureLine } from '../ui/states.tsx'
import { AnswerSection } from './answer-section.tsx'
import { GoesWithField } from './goes-with-field.tsx'
import { linesQuery, NEW_LINE } from './lines.queries.ts'
import { type LinePicture, PictureField } from './picture-field.tsx'

export { LinePage as Component }

export const loader = () => void queryClient.prefetchQuery(linesQuery)

const BACK_LINK = <BackLink to="/lines">All lines</BackLink>

function LinePage() {
  const [search] = useSearchParams()
  const name = search.get('line')
  return (
    <LoadedPage title="Line" back={BACK_LINK} query={useQuery(linesQuery)} label="Loading the line">
      {({ lines, question, seen }) => {
        const line = lines.find((one) => one.line === name) ?? null
        return (
          <Page title={name ?? 'New line'}>
            {BACK_LINK}
            {line === null && name !== null ? (
              <EmptyState text="There’s no such line." />
            ) : (
              <Stack gap="md">
                <LineForm key={name} line={line} question={question} seen={seen} />
                {line !== null && (
                  <RemoveSection line={line} others={lines.filter((one) => one !== line)} seen={seen} />
                )}
              </Stack>
            )}
          </Page>
        )
      }}
    </LoadedPage>
  )
}

type Values = Omit<EditedLine, 'photo' | 'preview'> & { photo: LinePicture | null; preview: LinePicture | null }

const LINE_FIELDS = ['line', 'words', 'text', 'photo', 'preview', 'featured', 'goes_with', 'hidden', 'answer'] as const

function valuesOf(line: AdminLine | null): Values {
  if (line === null) return { ...NEW_LINE, photo: null, preview: null }
  const { products: _, on_home: __, answers: ___, ...values } = line
  return values
}

type LineFormProps = { line: AdminLine | null; question: LineQuestion | null; seen: string }

/** The editing began with a list, which is sent: what someone else changes in the meantime is not overwritten. */
function LineForm({ line, question, seen }: LineFormProps) {
  const navigate = useNavigate()
  const [base, setBase] = useState({ values: valuesOf(line), seen })
  const [values, setValues] = useState(base.values)
  const [inNames, setInNames] = useState(true)
  const isChanged = LINE_FIELDS.some((field) => JSON.stringify(values[field]) !== JSON.stringify(base.values[field]))
  // A list that is newer shows what stands there now, unless something is typed.
  if (!isChanged && base.seen !== seen) {
    setBase({ values: valuesOf(line), seen })
    setValues(valuesOf(line))
  }
  const save = useChange(adminLines.saveLine, {
    done: ({ body }) => `${body.line.line.trim()} is saved`,
    refreshes: [PRODUCTS_KEY],
    onDone: () => navigate('/lines'),
    showsError: true,
  })
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))
  const isRenamed = line !== null && values.line.trim() !== line.line
  const submit = () => {
    save.change({ body: { was: line?.line ?? null, line: values, in_names: isRenamed && inNames, seen: base.seen } })
    focusFirstError()
  }
  const errorOf = (field: string) => save.errors[`line.${field}`]
  const fields = { values, errorOf, set }
  return (
    <Form onSubmit={submit}>
      <LeaveGuard isActive={isChanged && !save.isPending} />
      <Stack gap="md">
        <NameSection {...fields}>
          {isRenamed && (
            <Checkbox
              label={`Also change "${line.line}" in the names of its products`}
              checked={inNames}
              onChange={({ currentTarget }) => setInNames(currentTarget.checked)}
            />
          )}
        </NameSection>
        <PlacesSection {...fields} />
        {question !== null && (
          <AnswerSection
            line={values}
            question={question}
            present={line?.answers ?? []}
            failure={errorOf('answer') ?? null}
            onChange={(answer) => set({ answer })}
          />
        )}
        <Section title="What goes with it">
          <GoesWithField
            value={values.goes_with}
            error={errorOf('goes_with')}
            onChange={(goes_with) => set({ goes_with })}
          />
        </Section>
        <PicturesSection {...fields} />
      </Stack>
      {(isChanged || line === null) && (
        <SaveBar>
          <FailureLine text={save.failure} />
          <Group justify="end">
            <Button type="submit" loading={save.isPending}>
              {line === null ? 'Add the line' : 'Save'}
            </Button>
          </Group>
        </SaveBar>
      )}
    </Form>
  )
}

type FieldsProps = {
  values: Values
  /** The error of a field of the line. */
  errorOf: (field: string) => string | undefined
  set: (change: Partial<Values>) => void
}

/** The name and the texts; `children` stand below the name. */
function NameSection({ values, errorOf, set, children }: FieldsProps & { children: ReactNode }) {
  return (
    <Section title="Name and text">
      <Stack gap="md">
        <TextInput
          label="Name"
          required
          maxLength={PRODUCT_FIELDS.line.max}
          description="Also used in web addresses. Earlier names keep working."
          {...typed(values.line, (text) => set({ line: text }))}
          error={errorOf('line')}
        />
        {children}
        <TextInput
          label="Text after the name"
          description='Such as "for school".'
          maxLength={LINE_WORDS_LENGTH}
          {...typed(values.words ?? '', (text) => set({ words: text === '' ? null : text }))}
        />
        <Textarea
          label="One sentence"
          description="Below the name in the shop and on About."
          maxLength={LINE_TEXT_LENGTH}
          styles={{ input: linesHigh(2) }}
          {...typed(values.text ?? '', (text) => set({ text: text === '' ? null : text }))}
        />
      </Stack>
    </Section>
  )
}

/** The pages that show the line. */
function PlacesSection({ values, set }: FieldsProps) {
  return (
    <Section title="Where it appears">
      <Stack gap="sm">
        <Switch
          label="On the home page and on About"
          description={`The home page shows the first ${HOME_PREVIEWS} lines that have products and a picture. About shows all.`}
          checked={values.featured}
          onChange={({ currentTarget }) => set({ featured: currentTarget.checked })}
        />
        <Switch
          label="Hidden: the line and its products aren’t in any list"
          checked={values.hidden}
          onChange={({ currentTarget }) => set({ hidden: currentTarget.checked })}
        />
      </Stack>
    </Section>
  )
}

function PicturesSection({ values, errorOf, set }: FieldsProps) {
  return (
    <Section title="Pictures">
      <Stack gap="md">
        <PictureField
          legend="Banner in the shop"
          hint="A wide photo; its left third is cut off. Without one, the name is shown above the products."
          picture={values.photo}
          errors={{ file: errorOf('photo'), alt: errorOf('photo.alt') }}
          onChange={(photo) => set({ photo })}
        />
        <PictureField
          legend="Picture on the home page"
          hint="A photo of one of its products. Without one, we use the first product’s."
          picture={values.preview}
          errors={{ file: errorOf('preview'), alt: errorOf('preview.alt') }}
          onChange={(preview) => set({ preview })}
        />
      </Stack>
    </Section>
  )
}

/** Removes the line; its products go to another one in the same step. */
function RemoveSection({
  line: { line, products },
  others,
  seen,
}: {
  line: AdminLine
  others: readonly AdminLine[]
  seen: string
}) {
  const navigate = useNavigate()
  const [to, setTo] = useState<string | null>(null)
  const { change, isPending, failure } = useChange(adminLines.removeLine, {
    done: `${line} is removed`,
    refreshes: [PRODUCTS_KEY],
    onDone: () => navigate('/lines', { replace: true }),
    showsError: true,
  })
  return (
    <Section title="Remove">
      <Text mb="sm">
        {formatCount(products, 'product is', 'products are')} in this line. If you remove it, they move to another line.
      </Text>
      <Group align="end" gap="sm">
        <Select
          label="Replace it with"
          data={others.map((other) => other.line)}
          value={to}
          clearable
          onChange={setTo}
        />
        <Button variant="default" loading={isPending} onClick={() => change({ body: { line, to, seen } })}>
          Remove this line
        </Button>
      </Group>
      <FailureLine text={failure} />
    </Section>
  )
}
