import { MultiSelect } from '@mantine/core'
import { MAX_COMPANIONS } from '@shop/contract/catalog/lines'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { productQuery, productsQuery } from '../catalog/catalog.queries.ts'

type GoesWithFieldProps = {
  value: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** The products that go with those of a line: found by typing among all of the shop. */
export function GoesWithField({ value, error, onChange }: GoesWithFieldProps) {
  const [search, setSearch] = useState('')
  const chosen = useQueries({ queries: value.map((id) => productQuery(id)) }).flatMap(({ data }) => data ?? [])
  const found = useInfiniteQuery(productsQuery(search.trim() === '' ? {} : { search: search.trim() }))
  const listed = (found.data?.pages ?? []).flatMap(({ products }) => products)
  const names = new Map([...chosen, ...listed].map(({ product_id, product_name }) => [product_id, product_name]))
  const ids = [...new Set([...value, ...names.keys()])]
  return (
    <MultiSelect
      label="Products"
      description="Such as a cover. Shown on the pages of the line’s products and below the cart. One color is enough: we show the one that fits."
      data={ids.map((id) => ({ value: id, label: names.get(id) ?? `Product ${id}` }))}
      value={value}
      error={error}
      maxValues={MAX_COMPANIONS}
      searchable
      clearable
      onSearchChange={setSearch}
      onChange={onChange}
    />
  )
}
