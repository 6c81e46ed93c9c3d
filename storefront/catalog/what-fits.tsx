import type { Product, ProductDetails } from '@shop/contract/catalog'
import { useState } from 'react'
import { ITEM_NAMES, ITEMS, type ItemName, LAPTOPS, laptopLiters, packItems } from './packed-items.ts'
import { ProductSilhouette } from './product-silhouette.tsx'

type WhatFitsProps = { product: Product; details: ProductDetails }

/** The drawing of a bag with a laptop and things to switch on and off, and how much of the bag they take. */
export function WhatFits({ product, details }: WhatFitsProps) {
  const [laptop, setLaptop] = useState(details.laptop_inches)
  const [chosen, setChosen] = useState<readonly ItemName[]>([])
  const { capacity_litres, laptop_inches, height_inches, width_inches } = details
  const bag = { width: width_inches ?? 0, height: height_inches ?? 0 }
  const names = ITEM_NAMES.filter((name) => chosen.includes(name))
  const liters = names.reduce((sum, name) => sum + ITEMS[name].liters, laptop === null ? 0 : laptopLiters(laptop))

  function toggle(name: ItemName): void {
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  }

  return (
    <>
      <ProductSilhouette product={product} details={details} laptop={laptop} items={packItems(names, bag)} />
      <fieldset className="mt-4">
        <legend className="font-medium">What fits inside</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {LAPTOPS.map((inches) => (
            <Toggle
              key={inches}
              label={`${inches}-inch laptop`}
              pressed={laptop === inches}
              onPress={() => setLaptop(laptop === inches ? null : inches)}
            />
          ))}
          {ITEM_NAMES.map((name) => (
            <Toggle key={name} label={ITEMS[name].label} pressed={chosen.includes(name)} onPress={() => toggle(name)} />
          ))}
        </div>
      </fieldset>
      <p role="status" className="mt-3 text-sm text-ink-soft">
        {laptop !== null && laptop_inches !== null && laptop > laptop_inches
          ? `A ${laptop}-inch laptop is too large: it takes up to ${laptop_inches} inches.`
          : fillText(liters, capacity_litres)}
      </p>
    </>
  )
}

/** How much of a bag is taken; nothing without its capacity. */
function fillText(liters: number, capacity: number | null): string {
  if (capacity === null || liters === 0) return ''
  if (liters > capacity) return `That is about ${Math.round(liters)} liters, more than its ${capacity}.`
  return `That is about ${Math.max(1, Math.round(liters))} of its ${capacity} liters.`
}

/** As the chips of the list: shared, it would be a file of its own, one request more on both pages. */
function Toggle({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="min-h-11 min-w-11 rounded-full border border-line px-3 text-sm font-medium hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-card forced-colors:aria-pressed:border-4"
    >
      {label}
    </button>
  )
}
