import type { ProductDetails } from '@shop/contract/catalog'
import { useState } from 'react'
import { fitText, ITEM_NAMES, ITEMS, type ItemName, LAPTOPS, packItems } from './packed-items.ts'
import { BagShape, isLarge as isLargeBag, ProductSilhouette } from './product-silhouette.tsx'

/** A bag to scale with a laptop and things that can be switched on and off, their volume, and the bag on a person's back. */
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
      <div>
        <ProductSilhouette details={details} laptop={laptop} items={packItems(names, bag)} />
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
      <WornSize isLarge={isLargeBag(details)} bag={bag} />
    </>
  )
}

const HEIGHTS = [
  { inches: 62, label: '5′2″', spoken: '5 feet 2 inches' },
  { inches: 69, label: '5′9″', spoken: '5 feet 9 inches' },
  { inches: 74, label: '6′2″', spoken: '6 feet 2 inches' },
] as const

/** Inches from above the tallest person down to the hips, so that the bag is large and the scale the same for all. */
const DRAWING = { width: 44, height: 46 }

const GROUND = 76

/** From the top of the head down to where a bag's top rests below the shoulders, as a part of a person's height. */
const BAG_TOP = 0.185

export function WornSize({ isLarge, bag }: { isLarge: boolean; bag: { width: number; height: number } }) {
  const [person, setPerson] = useState<(typeof HEIGHTS)[number]>(HEIGHTS[1])
  const top = GROUND - person.inches + person.inches * BAG_TOP
  return (
    <figure>
      <svg
        viewBox={`${-DRAWING.width / 2} 0 ${DRAWING.width} ${DRAWING.height}`}
        role="img"
        aria-label={`The bag on the back of somebody who is ${person.spoken} tall.`}
        className="h-80 w-full rounded-lg bg-card lg:h-105"
      >
        <g
          transform={`translate(0 ${GROUND - person.inches}) scale(${person.inches / 100})`}
          className="fill-line forced-colors:fill-[GrayText]"
        >
          <Body />
        </g>
        <g
          transform={`translate(${-bag.width / 2} ${top})`}
          className="fill-card stroke-ink-soft"
          strokeWidth="0.3"
          strokeLinejoin="round"
        >
          <BagShape {...bag} full={isLarge} />
        </g>
      </svg>
      <fieldset className="mt-4">
        <legend className="font-medium">How large it is worn</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {HEIGHTS.map((height) => (
            <FitToggle
              key={height.inches}
              label={height.label}
              pressed={height === person}
              onPress={() => setPerson(height)}
            />
          ))}
        </div>
      </fieldset>
      <figcaption className="mt-2 text-sm text-ink-soft">To scale, on somebody {person.label} tall.</figcaption>
    </figure>
  )
}

/** A person from behind, 100 units high, from (0, 0) at the top of the head. */
function Body() {
  return (
    <>
      <ellipse cx="0" cy="6.6" rx="4.4" ry="6.4" />
      <path d={HALF} />
      <path d={HALF} transform="scale(-1 1)" />
    </>
  )
}

/** Neck, shoulder, arm, side, leg and foot of the right half. */
const HALF =
  'M-0.1 10H2.9V13.6Q3.200 15.600 7.500 16.600Q12.300 17.600 12.900 22.500Q13.300 30 14.700 36.500' +
  'Q16 43 15.900 49.500Q16 53.500 14.600 54Q13.200 53.600 13.200 50Q12.800 43 11.300 38Q10.200 33 9.700 27' +
  'Q9.800 32 8.600 38.500Q8.400 42 9.500 47Q10.400 53 9.300 62Q8.300 69 7.600 73Q7.900 80 6.300 88Q5.700 92 5.800 96' +
  'Q8.200 98.400 8.200 100H1.600Q1.900 95 2 90Q1.300 80 1.700 74Q1.100 64 0.300 53H-0.100z'

/** A choice of the drawings. Looks like the chips of the list; shared code would be one more file and request on both pages. */
export function FitToggle({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
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
