import { useForm } from '@mantine/form'
import type { AdminProduct } from '@shop/contract/catalog/admin'
import { asList, asRecord, asText } from '@shop/contract/http/coercion'
import type { Draft } from '../../app/use-draft.ts'
import { findErrors, type PictureValue, type ProductValues, valuesOf } from '../product-values.ts'

/** The form of a product, with its errors; a new one is kept on this device until it is made. */
export function useProductForm(product: AdminProduct | null, draft: Draft) {
  const form = useForm<ProductValues>({
    mode: 'controlled',
    initialValues: product === null ? restoreValues(draft.text) : valuesOf(product),
    validate: findErrors,
    // What is mended is told at once, also where another field mends it; what the server objected to stays.
    onValuesChange: (values, previous) => {
      const [now, before] = [findErrors(values), findErrors(previous)]
      for (const name of Object.keys(before)) if (!(name in now)) form.clearFieldError(name)
      const text = JSON.stringify(values)
      if (product === null) draft.setText(text === JSON.stringify(valuesOf(null)) ? '' : text)
    },
    validateInputOnBlur: ['price_cents', 'sale_price_cents', 'sale_until', 'slug'],
  })
  return form
}
export type ProductFormState = ReturnType<typeof useProductForm>

/** The stored form of a product that is not made yet; an untouched form without it. */
export function restoreValues(text: string): ProductValues {
  const blank = valuesOf(null)
  const stored = asRecord(parseJson(text))
  if (stored === null) return blank
  const { details, images, ...fields } = blank
  return {
    ...withStored(fields, stored),
    details: withStored(details, asRecord(stored.details) ?? {}),
    images: asList(stored.images).flatMap(toPicture),
  }
}

/** The fields that an earlier version of this page has stored may be others. */
function withStored<T extends object>(fields: T, stored: Readonly<Record<string, unknown>>): T {
  const values = Object.entries(fields).map(([name, value]) => [
    name,
    typeof stored[name] === 'string' ? stored[name] : value,
  ])
  // One text per field.
  return Object.fromEntries(values) as T
}

function toPicture(value: unknown): PictureValue[] {
  const picture = asRecord(value)
  const [file, image_url] = [asText(picture?.file), asText(picture?.image_url)]
  return file === null || image_url === null ? [] : [{ file, image_url, alt: String(picture?.alt ?? '') }]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
