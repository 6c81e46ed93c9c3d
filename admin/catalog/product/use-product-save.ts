import { type AdminProduct, adminCatalog, type EditedProduct, type ProductStatus } from '@shop/contract/catalog/admin'
import { keysOf } from '@shop/contract/http/coercion'
import { formatAdminMoney } from '@shop/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AdminCallError, call } from '../../app/call.ts'
import { type ChangeOptions, useChange } from '../../app/changes/use-change.ts'
import type { Draft } from '../../app/use-draft.ts'
import { confirmOnce } from '../../ui/dialog.tsx'
import { messageOf } from '../../ui/states.tsx'
import { PRODUCTS_KEY, productQuery } from '../catalog.queries.ts'
import {
  describePriceChange,
  findChanges,
  hasLargePriceChange,
  labelOf,
  type ProductValues,
  toEdited,
  typedSince,
  valuesOf,
} from '../product-values.ts'
import type { ConflictProps } from './conflict-dialog.tsx'
import type { ProductFormState } from './use-product-form.ts'

const LARGE_CHANGE_QUESTION = 'That is a change of more than half. Is that right?'

/**
 * Saves the form. It stays on the version that editing began with, so a change by someone else in the meantime is
 * noticed: both are shown then, and nothing is overwritten unasked.
 */
export function useProductSave(form: ProductFormState, product: AdminProduct | null, draft: Draft) {
  const queryClient = useQueryClient()
  const [base, setBase] = useState(product)
  const [present, setPresent] = useState<AdminProduct | null>(null)
  const sent = useRef(form.values)
  const options = { refreshes: [PRODUCTS_KEY], showsError: true, onRefused: showError }

  const create = useCreate(draft, options)
  const update = useChange(adminCatalog.updateProduct, {
    ...options,
    done: ({ body: { changes } }) => describeSave(changes),
    onDone: ({ product: saved }) => adopt(saved, typedSince(sent.current, form.getValues())),
  })

  /** Goes on from another version with what was `typed` beside it; everything else in the form is replaced. */
  function adopt(version: AdminProduct, typed: Partial<ProductValues> = {}): void {
    queryClient.setQueryData(productQuery(version.product_id).queryKey, version)
    setBase(version)
    form.setValues({ ...valuesOf(version), ...typed })
    setPresent(null)
  }

  function send(from: AdminProduct, values: ProductValues): void {
    confirmPrice(findChanges(values, from), from, () => sendConfirmed(from, values))
  }

  function sendConfirmed(from: AdminProduct, values: ProductValues): void {
    const changes = findChanges(values, from)
    const { product_id, version } = from
    const body = { version, changes, large_price_change: hasLargePriceChange(changes, from) }
    if (update.change({ params: { product_id }, body })) sent.current = values
  }

  /**
   * Shows what someone else has made of the product. Where nothing differs there is nothing to decide: what was sent is sent
   * again, unless the form was discarded or changed since.
   */
  function meet(present: AdminProduct | null, from: AdminProduct): void {
    const hasDifference = present === null || Object.keys(findChanges(valuesOf(present), from)).length > 0
    if (hasDifference) {
      setPresent(present)
      return
    }
    setBase(present)
    const isAsSent = Object.keys(typedSince(sent.current, form.getValues())).length === 0
    if (isAsSent) sendConfirmed(present, sent.current)
  }

  const isChanged = hasChanges(form.values, base)
  useNewerVersion({ product, base, isChanged }, adopt)

  const error = create.error ?? update.error

  function showError(failure: AdminCallError): void {
    form.setErrors(fieldsOf(failure))
    if (failure.status === 409 && base !== null) void findConflict(base).then((present) => meet(present, base))
  }

  return {
    isChanged,
    isPending: create.isPending || update.isPending,
    /** A new product is there, and its page is on its way. */
    isMade: create.request !== undefined && create.error === null,
    failure: failureOf(error),
    submit: (values: ProductValues) => {
      if (base === null) create.change({ body: { product: toEdited(values) } })
      else send(base, values)
    },
    discard: () => {
      form.setValues(valuesOf(base))
      form.clearErrors()
      create.reset()
      update.reset()
    },
    conflict: conflictOf(),
  }

  function conflictOf(): ConflictProps | null {
    if (present === null || base === null) return null
    const mine = findChanges(form.values, base)
    return {
      said: error?.message ?? '',
      before: base,
      present,
      mine,
      onTakeTheirs: () => adopt(present),
      onKeepMine: () => {
        const values = { ...valuesOf(present), ...pick(form.values, Object.keys(mine)) }
        setBase(present)
        setPresent(null)
        form.setValues(values)
        send(present, values)
      },
    }
  }
}

type CreateOptions = Pick<ChangeOptions<typeof adminCatalog.createProduct>, 'refreshes' | 'showsError' | 'onRefused'>

/** Creates a product, then opens its page. */
function useCreate(draft: Draft, options: CreateOptions) {
  const navigate = useNavigate()
  return useChange(adminCatalog.createProduct, {
    ...options,
    done: 'Product created',
    draft: draft.draft,
    onDone: ({ product: made }) => navigate(`/products/${made.product_id}`, { replace: true }),
  })
}

function hasChanges(values: ProductValues, base: AdminProduct | null): boolean {
  return base === null
    ? JSON.stringify(values) !== JSON.stringify(valuesOf(null))
    : Object.keys(findChanges(values, base)).length > 0
}

/** Adopts a newer version of the product while nothing is changed in the form. */
function useNewerVersion(
  { product, base, isChanged }: { product: AdminProduct | null; base: AdminProduct | null; isChanged: boolean },
  adopt: (version: AdminProduct) => void,
): void {
  // Right after a save the page may still pass the version before it.
  const isNewer = product !== null && base !== null && product.version > base.version
  const newer = isNewer && !isChanged ? product : null
  const adoptNewer = useEffectEvent(adopt)
  useEffect(() => {
    if (newer !== null) adoptNewer(newer)
  }, [newer])
}

/** Calls `onConfirm`: at once, or for a large change of the price once it is confirmed. */
function confirmPrice(changes: Partial<EditedProduct>, from: AdminProduct, onConfirm: () => void): void {
  if (!hasLargePriceChange(changes, from)) {
    onConfirm()
    return
  }
  confirmOnce({
    title: 'A large change',
    children: `${describePriceChange(changes, from)} ${LARGE_CHANGE_QUESTION}`,
    labels: { confirm: 'Change the price', cancel: 'Cancel' },
    onConfirm,
  })
}

/** Someone else's version of the product; `null` when the conflict is another one. */
async function findConflict({ product_id, version }: AdminProduct): Promise<AdminProduct | null> {
  const present = await call(adminCatalog.getAdminProduct, { params: { product_id } }).catch(() => null)
  return present?.version === version ? null : present
}

function pick(values: ProductValues, names: readonly string[]): Partial<ProductValues> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/** `changes.images[0].alt` → `images.0.alt`, as the form calls it. */
function fieldsOf({ fields }: AdminCallError): Record<string, string> {
  const nameOf = (field: string) => field.replace(/^(changes|product)\./, '').replace(/\[(\d+)\]/g, '.$1')
  return Object.fromEntries(Object.entries(fields).map(([field, message]) => [nameOf(field), message]))
}

function failureOf(error: unknown): string | null {
  if (error === null) return null
  const hasFields = error instanceof AdminCallError && Object.keys(error.fields).length > 0
  return hasFields ? 'Please check the fields in red.' : messageOf(error)
}

const STATUS_CHANGES: Readonly<Record<ProductStatus, string>> = {
  published: 'The product is in the shop',
  draft: 'The product is a draft',
  hidden: 'The product is hidden',
}

type Named = 'price_cents' | 'sale_price_cents' | 'status'
type Changes = { [Name in Named]?: EditedProduct[Name] | undefined } & {
  [Name in Exclude<keyof EditedProduct, Named>]?: unknown
}

/** The changes of a product, for the notification: `Sale ended. The product is hidden`. */
export function describeSave({ price_cents: price, sale_price_cents: salePrice, status, ...others }: Changes): string {
  const names = keysOf(others)
  const [name] = names
  return [
    ...(price === undefined ? [] : [`Price changed to ${formatAdminMoney(price)}`]),
    ...(salePrice === undefined
      ? []
      : [salePrice === null ? 'Sale ended' : `On sale for ${formatAdminMoney(salePrice)}`]),
    ...(status === undefined ? [] : [STATUS_CHANGES[status]]),
    ...(name === undefined ? [] : [names.length === 1 ? `${labelOf(name)}: saved` : `${names.length} fields saved`]),
  ].join('. ')
}
