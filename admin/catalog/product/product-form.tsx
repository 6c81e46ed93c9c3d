import {
  Autocomplete,
  Button,
  Group,
  type InputWrapperProps,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type AdminProduct, EDITED_COLUMNS, PRODUCT_STATUSES, toSlug } from '@shop/contract/catalog/admin'
import { DETAIL_FIELDS, DOT_COLORS, findDotColor, saleStateOn } from '@shop/contract/catalog/calls'
import { type Field, isText, mayBeMissing } from '@shop/contract/http/fields'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { lazyPart } from '../../app/code.tsx'
import { WaitingLine } from '../../app/frame/connection.tsx'
import { LeaveGuard } from '../../app/frame/unsaved.tsx'
import { useDraft } from '../../app/use-draft.ts'
import { focusFirstError, linesHigh } from '../../ui/form.tsx'
import { Hint, QuietButton, SaveBar, Section } from '../../ui/page.tsx'
import { FailureLine, Loading } from '../../ui/states.tsx'
import { colorsQuery, useLines } from '../catalog.queries.ts'
import { DETAIL_NAMES, labelOf, PLAIN_NAMES, type ProductValues, STATUS_LABELS, toEdited } from '../product-values.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { PicturesField } from './pictures-field.tsx'
import { type ProductFormState, useProductForm } from './use-product-form.ts'
import { useProductSave } from './use-product-save.ts'

const DescriptionEditor = lazyPart({
  name: 'description-editor',
  load: async () => (await import('./description-editor.tsx')).DescriptionEditor,
  fallback: <Loading label="Loading the editor" />,
})

const STATUS_HINTS = {
  published: 'Shoppers see it in the list.',
  draft: 'Shoppers don’t see it. Everyone signed in to the admin does.',
  hidden: 'Only people with the link can see its page. It isn’t in any list.',
} as const

/** Of the address of a product: its page in the shop goes by its number. */
const FOUND_BY = 'For the quiz and imports. The product’s page uses its number.'
/** Inputs beside each other stay on one line when only some of them have a help text. */
const HELP_BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

/** Everything that is edited of a product, saved together as one change with one Undo. */
export function ProductForm({ product, children }: { product: AdminProduct | null; children?: ReactNode }) {
  const draft = useDraft('new-product')
  const form = useProductForm(product, draft)
  const save = useProductSave(form, product, draft)
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(save.submit, focusFirstError)}>
        <Stack gap="md">
          {product === null && (
            <Text c="dimmed">
              A draft only needs a name. Fill in the fields with an asterisk before you publish it.
            </Text>
          )}
          <PriceSection form={form} today={product?.today} />
          <Section title={labelOf('images')}>
            <PicturesField
              pictures={form.values.images}
              errors={form.errors}
              onChange={(change) => form.setFieldValue('images', change)}
            />
          </Section>
          <TextsSection form={form} isNew={product === null} />
          <FactsSection form={form} />
          <LowStockSection form={form} />
          <WholesaleSection form={form} />
        </Stack>
        {save.isChanged && (
          <SaveBar>
            <FailureLine text={save.failure} />
            <WaitingLine isPending={save.isPending} />
            <Group justify="end" gap="sm">
              <QuietButton onClick={save.discard}>Discard</QuietButton>
              <Button type="submit" loading={save.isPending}>
                {product === null ? 'Create product' : 'Save'}
              </Button>
            </Group>
          </SaveBar>
        )}
      </form>
      {children !== undefined && (
        <Stack gap="md" mt="md">
          {children}
        </Stack>
      )}
      {save.conflict !== null && <ConflictDialog {...save.conflict} />}
      <LeaveGuard isActive={product !== null && save.isChanged && !save.isPending && !save.isMade} />
    </>
  )
}

type PartProps = { form: ProductFormState }

function PriceSection({ form, today }: PartProps & { today: string | undefined }) {
  return (
    <Section title="Price and status">
      <SimpleGrid cols={2} maw="30rem">
        <TextInput leftSection="$" {...fieldOf(form, 'price_cents')} />
        <TextInput placeholder="No sale" leftSection="$" {...fieldOf(form, 'sale_price_cents')} />
      </SimpleGrid>
      {form.values.sale_price_cents.trim() !== '' && <SaleDays form={form} today={today} />}
      <SegmentedControl
        mt="md"
        aria-label={labelOf('status')}
        data={PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
        {...form.getInputProps('status')}
      />
      <Hint mt={4}>{STATUS_HINTS[form.values.status]}</Hint>
    </Section>
  )
}

/** When the sale begins and ends by itself, and how far it is. */
function SaleDays({ form, today }: PartProps & { today: string | undefined }) {
  const { sale_from, sale_until } = toEdited(form.values)
  const state = today === undefined ? null : saleStateOn({ sale_price_cents: 0, sale_from, sale_until }, today)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw="30rem" mt="sm">
        <TextInput type="date" label="First day" {...form.getInputProps('sale_from')} />
        <TextInput type="date" label="Last day" {...form.getInputProps('sale_until')} />
      </SimpleGrid>
      <Hint mt={4}>{state === null ? '' : `${SALE_STATES[state]} `}Without days, the sale runs until you end it.</Hint>
    </>
  )
}

const SALE_STATES = {
  planned: 'The sale hasn’t started.',
  on: 'The sale is on.',
  over: 'The sale has ended. Shoppers pay the regular price.',
} as const

function TextsSection({ form, isNew }: PartProps & { isNew: boolean }) {
  const { onChange: changeName, ...name } = form.getInputProps('product_name')
  const colors = useId()
  const lines = useLines()
  const valued = useQuery(colorsQuery).data?.colors.flatMap(({ color, value }) => (value === null ? [] : color)) ?? []

  return (
    <Section title="Texts">
      <Stack gap="md">
        <TextInput
          label={labelOf('product_name')}
          {...inputPropsOf(EDITED_COLUMNS.product_name)}
          {...name}
          onChange={(event) => {
            // Until someone writes an address of their own, it follows the name of a new product.
            const follows = isNew && form.values.slug === toSlug(form.values.product_name)
            if (follows) form.setFieldValue('slug', toSlug(event.currentTarget.value))
            changeName(event)
          }}
        />
        <TextInput
          description={isNew ? FOUND_BY : `${FOUND_BY} Old addresses still work.`}
          {...fieldOf(form, 'slug')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <Autocomplete
            description="Add new ones under Lines and colors."
            inputWrapperOrder={HELP_BELOW}
            data={lines}
            filter={({ options }) => options}
            {...fieldOf(form, 'line')}
          />
          {PLAIN_NAMES.map((name) => (
            <TextInput
              key={name}
              description={helpFor(name, form.values, valued)}
              inputWrapperOrder={HELP_BELOW}
              list={name === 'color' ? colors : undefined}
              {...fieldOf(form, name)}
            />
          ))}
        </SimpleGrid>
        <KnownColors id={colors} />
        <Textarea styles={{ input: linesHigh(2) }} {...fieldOf(form, 'short_description')} />
        <DescriptionEditor
          label={labelOf('description')}
          html={form.values.description}
          error={form.errors.description}
          onChange={(html) => form.setFieldValue('description', html)}
        />
      </Stack>
    </Section>
  )
}

/** The colors that an input suggests: those of the shop, in their order. */
export function KnownColors({ id }: { id: string }) {
  const { data } = useQuery(colorsQuery)
  return (
    <datalist id={id}>
      {data?.colors.map(({ color }) => (
        <option key={color} value={color} />
      ))}
    </datalist>
  )
}

function FactsSection({ form }: PartProps) {
  return (
    <Section title={labelOf('details')}>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        {DETAIL_NAMES.filter((name) => !isText(DETAIL_FIELDS[name])).map((name) => (
          <TextInput key={name} {...detailOf(form, name)} />
        ))}
      </SimpleGrid>
      <Stack gap="md" mt="md">
        {DETAIL_NAMES.filter((name) => isText(DETAIL_FIELDS[name])).map((name) => (
          <Textarea key={name} {...detailOf(form, name)} />
        ))}
      </Stack>
    </Section>
  )
}

function LowStockSection({ form }: PartProps) {
  return (
    <Section title="Running low">
      <TextInput maw={220} placeholder="No email" {...fieldOf(form, 'low_stock_at')} />
      <Hint mt={4}>We email you once when stock falls to this number, and not again until it has been restocked.</Hint>
    </Section>
  )
}

function WholesaleSection({ form }: PartProps) {
  return (
    <Section title="Wholesale">
      <SimpleGrid cols={2} maw="30rem">
        <TextInput leftSection="$" {...fieldOf(form, 'wholesale_price_cents')} />
        <TextInput {...fieldOf(form, 'wholesale_minimum')} />
      </SimpleGrid>
      <Hint mt={4}>
        On the line sheet for resellers; shoppers don’t see it. Without a price, the percentage in Settings applies.
      </Hint>
    </Section>
  )
}

function fieldOf(form: ProductFormState, name: Exclude<keyof typeof EDITED_COLUMNS, 'status'>) {
  return { label: labelOf(name), ...inputPropsOf(EDITED_COLUMNS[name]), ...form.getInputProps(name) }
}

function detailOf(form: ProductFormState, name: (typeof DETAIL_NAMES)[number]) {
  return { label: labelOf(name), ...inputPropsOf(DETAIL_FIELDS[name]), ...form.getInputProps(`details.${name}`) }
}

type InputProps = { required: boolean } & ({ maxLength: number } | { inputMode: 'decimal' })

/** Attributes of a field's input: a text of its length, or figures. */
function inputPropsOf(field: Field): InputProps {
  const required = !mayBeMissing(field)
  return isText(field) ? { required, maxLength: field.max } : { required, inputMode: 'decimal' }
}

const FIELD_HELP: Readonly<Partial<Record<(typeof PLAIN_NAMES)[number], string>>> = {
  color: 'Such as Blue or Light grey. Products whose names differ only by color are shown as colors of one product.',
  size: 'Such as Large, 24 L. Leave empty if there is only one size.',
  style:
    'Such as tall or round; leave empty if a line has just one kind. Shoppers can filter by it, and the quiz can ask for it.',
}

/** The hint below a field, or the shop's reading of its value. */
export function helpFor(
  name: (typeof PLAIN_NAMES)[number],
  { color }: Pick<ProductValues, 'color'>,
  valued: readonly string[],
): string | undefined {
  if (name === 'color' && color.trim() !== '' && !valued.includes(color.trim()) && !hasDot(color))
    return 'This color has no value yet, so its dot is plain. Set it under Lines and colors.'
  return FIELD_HELP[name]
}

function hasDot(color: string): boolean {
  return DOT_COLORS.some((known) => known === findDotColor(color.trim()))
}
