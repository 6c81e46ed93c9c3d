import type { Product, ProductDetails } from '@shop/contract/catalog'
import { useState } from 'react'
import { fitText } from './fit-text.ts'
import { FitToggle } from './fit-toggle.tsx'
import { ITEM_NAMES, ITEMS, type ItemName, LAPTOPS, packItems } from './packed-items.ts'
import { ProductSilhouette } from './product-silhouette.tsx'
import { WornSize } from './worn-size.tsx'

type WhatFitsProps = { product: Product; details: ProductDetails }

/** A bag to scale with a laptop and things that can be switched on and off, their volume, and the bag on a person's back. */
export function WhatFits({ product, details }: WhatFitsProps) {
  const [laptop, setLaptop] = useState(details.laptop_inches)
  const [chosen, setChosen] = useState<readonly ItemName[]>([])
  const { height_inches, width_inches } = details
  const bag = { width: width_inches ?? 0, height: height_inches ?? 0 }
  const names = ITEM_NAMES.filter((name) => chosen.includes(name))

  function toggle(name: ItemName): void {
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  }

  return (
    <>
      <div>
        <ProductSilhouette product={product} details={details} laptop={laptop} items={packItems(names, bag)} />
        <fieldset className="mt-4">
          <legend className="font-medium">What fits inside</legend>
          <div className="mt-2 flex flex-wrap gap-2">
            {LAPTOPS.map((inches) => (
              <FitToggle
                key={inches}
                label={`${inches}-inch laptop`}
                pressed={laptop === inches}
                onPress={() => setLaptop(laptop === inches ? null : inches)}
              />
            ))}
            {ITEM_NAMES.map((name) => (
              <FitToggle
                key={name}
                label={ITEMS[name].label}
                pressed={chosen.includes(name)}
                onPress={() => toggle(name)}
              />
            ))}
          </div>
        </fieldset>
        <p role="status" className="mt-3 text-sm text-ink-soft">
          {fitText({ laptop, names }, details)}
        </p>
      </div>
      <WornSize product={product} bag={bag} />
    </>
  )
}
