import type { ProductDetails } from '@shop/contract/catalog/calls'
import { useState } from 'react'
import { chipClass } from '../../ui/button.tsx'
import { fitText, ITEM_NAMES, ITEM_SIZES, type ItemName, LAPTOP_INCHES, packItems } from './packed-items.ts'
import { ProductSilhouette } from './product-silhouette.tsx'

/** A bag to scale with a laptop and things that can be switched on and off, and their volume. */
export function WhatFits({ details }: { details: ProductDetails }) {
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
      <ProductSilhouette details={details} laptop={laptop} items={packItems(names, bag)} />
      <div>
        <fieldset>
          <legend className="font-semibold">What fits inside</legend>
          <div className="mt-2 flex flex-wrap gap-2">
            {LAPTOP_INCHES.map((inches) => (
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
                label={ITEM_SIZES[name].label}
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
    </>
  )
}

function FitToggle({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onPress} className={chipClass(pressed)}>
      {label}
    </button>
  )
}
