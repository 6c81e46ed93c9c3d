import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type AdminProduct, PRODUCT_STATUSES } from '@shop/contract/admin/products'
import type { ReactNode } from 'react'
import { lazyPart } from '../app/lazy-part.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { focusFirstError } from '../ui/focus-first-error.ts'
import { Loading } from '../ui/loading.tsx'
import { Section } from '../ui/section.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { PicturesField } from './pictures-field.tsx'
import classes from './product-form.module.css'
import {
  DETAIL_NAMES,
  detailLabel,
  findErrors,
  isNumberDetail,
  LABELS,
  LINES,
  lengthOf,
  type ProductValues,
  STATUS_LABELS,
  slugOf,
  valuesOf,
} from './product-values.ts'
import { useProductSave } from './use-product-save.ts'

const DescriptionEditor = lazyPart({
  name: 'description-editor',
  load: async () => (await import('./description-editor.tsx')).DescriptionEditor,
  fallback: <Loading label="Loading the editor" />,
})

const STATUS_HINTS = {
  published: 'Shoppers see it in the list.',
  draft: 'Nobody but you sees it.',
  hidden: 'It has a page for those who know the address, and stands in no list.',
} as const

function useProductForm(product: AdminProduct | null) {
  return useForm<ProductValues>({
    mode: 'controlled',
    initialValues: valuesOf(product),
    validate: findErrors,
    validateInputOnBlur: ['price', 'sale_price', 'slug'],
  })
}
export type ProductFormState = ReturnType<typeof useProductForm>

/** Everything that is edited of a product, saved together as one change with one Undo. */
export function ProductForm({ product, children }: { product: AdminProduct | null; children?: ReactNode }) {
  const form = useProductForm(product)
  const save = useProductSave(form, product)
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(save.submit, focusFirstError)}>
        <Stack gap="md">
          <PriceSection form={form} />
          <Section title={LABELS.images}>
            <PicturesField
              pictures={form.values.images}
              errors={form.errors}
              onChange={(change) => form.setFieldValue('images', change)}
            />
          </Section>
          <TextsSection form={form} isNew={product === null} />
          <FactsSection form={form} />
        </Stack>
        {save.isChanged && (
          <div className={classes.bar}>
            <FailureLine text={save.failure} />
            <Group justify="end" gap="sm">
              <Button variant="default" onClick={save.discard}>
                Discard
              </Button>
              <Button type="submit" loading={save.isPending}>
                {product === null ? 'Make the product' : 'Save'}
              </Button>
            </Group>
          </div>
        )}
      </form>
      {children !== undefined && (
        <Stack gap="md" mt="md">
          {children}
        </Stack>
      )}
      {save.conflict !== null && <ConflictDialog {...save.conflict} />}
      <LeaveGuard isActive={save.isChanged && !save.isPending && !save.isMade} />
    </>
  )
}

type PartProps = { form: ProductFormState }

function PriceSection({ form }: PartProps) {
  return (
    <Section title="Price and status">
      <SimpleGrid cols={2} maw="30rem">
        <TextInput label={LABELS.price} inputMode="decimal" leftSection="$" {...form.getInputProps('price')} />
        <TextInput
          label={LABELS.sale_price}
          placeholder="No sale"
          inputMode="decimal"
          leftSection="$"
          {...form.getInputProps('sale_price')}
        />
      </SimpleGrid>
      <SegmentedControl
        mt="md"
        aria-label={LABELS.status}
        data={PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
        {...form.getInputProps('status')}
      />
      <Text c="dimmed" fz="sm" mt={4}>
        {STATUS_HINTS[form.values.status]}
      </Text>
    </Section>
  )
}

function TextsSection({ form, isNew }: PartProps & { isNew: boolean }) {
  const { onChange: changeName, ...name } = form.getInputProps('product_name')
  return (
    <Section title="Texts">
      <Stack gap="md">
        <TextInput
          label={LABELS.product_name}
          maxLength={lengthOf('product_name')}
          {...name}
          onChange={(event) => {
            // Until somebody writes an address of their own, it follows the name of a new product.
            const follows = isNew && form.values.slug === slugOf(form.values.product_name)
            if (follows) form.setFieldValue('slug', slugOf(event.currentTarget.value))
            changeName(event)
          }}
        />
        <TextInput
          label={LABELS.slug}
          description="Stands in links; an earlier one goes on leading here."
          maxLength={100}
          {...form.getInputProps('slug')}
        />
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          <Select label={LABELS.line} data={LINES} allowDeselect={false} {...form.getInputProps('line')} />
          <TextInput label={LABELS.style} maxLength={lengthOf('style')} {...form.getInputProps('style')} />
          <TextInput label={LABELS.color} maxLength={lengthOf('color')} {...form.getInputProps('color')} />
          <TextInput label={LABELS.size} maxLength={lengthOf('size')} {...form.getInputProps('size')} />
        </SimpleGrid>
        <Textarea
          label={LABELS.short_description}
          autosize
          minRows={2}
          maxLength={lengthOf('short_description')}
          {...form.getInputProps('short_description')}
        />
        <DescriptionEditor
          label={LABELS.description}
          html={form.values.description}
          error={form.errors.description}
          onChange={(html) => form.setFieldValue('description', html)}
        />
      </Stack>
    </Section>
  )
}

function FactsSection({ form }: PartProps) {
  return (
    <Section title={LABELS.details}>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {DETAIL_NAMES.filter(isNumberDetail).map((name) => (
          <TextInput
            key={name}
            label={detailLabel(name)}
            inputMode="decimal"
            {...form.getInputProps(`details.${name}`)}
          />
        ))}
      </SimpleGrid>
      <Stack gap="md" mt="md">
        {DETAIL_NAMES.filter((name) => !isNumberDetail(name)).map((name) => (
          <Textarea key={name} label={detailLabel(name)} autosize {...form.getInputProps(`details.${name}`)} />
        ))}
      </Stack>
    </Section>
  )
}
