import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildListed } from '../../testing/build-listed.ts'
import { currentOptions, findFacets } from './facets.ts'
import { CAPACITY_BANDS, type ProductFilter, parseProductFilter } from './product-filter.ts'
import { selectProducts } from './select-products.ts'

const EVERYTHING: ProductFilter = parseProductFilter(new URLSearchParams())

/** A product with an id of its own. */
const product = (fields: Parameters<typeof buildListed>[0]) =>
  buildListed({ product_id: JSON.stringify(fields), ...fields })

const labels = (products: readonly ReturnType<typeof product>[], filter: Partial<ProductFilter> = {}) =>
  Object.fromEntries(
    findFacets(products, { ...EVERYTHING, ...filter }).map(({ name, options }) => [
      name,
      options.map(({ label, count, isChosen }) => `${label} ${count}${isChosen ? ' chosen' : ''}`),
    ]),
  )

const BAGS = ['Blue', 'Grey'].flatMap((color) => [
  product({
    product_name: `Slim, ${color}`,
    style: 'slim',
    color,
    line: 'A',
    price_cents: 7900,
    laptop_inches: 13,
    capacity_litres: 16,
  }),
  product({
    product_name: `Full, ${color}`,
    style: 'full',
    color,
    line: 'A',
    price_cents: 12_400,
    laptop_inches: 16,
    capacity_litres: 24,
  }),
  product({
    product_name: `Roll, ${color}`,
    style: 'full',
    color,
    line: 'B',
    price_cents: 15_800,
    laptop_inches: 16,
    capacity_litres: 30,
  }),
  product({ product_name: `Day, ${color}`, style: 'slim', color, line: 'B', price_cents: 4000, capacity_litres: 18 }),
])

test('each choice that splits the list is offered, with the number of products that it leaves', () => {
  expect(labels(BAGS)).toEqual({
    Line: ['A 4', 'B 4'],
    Color: ['Blue 4', 'Grey 4'],
    'Laptop size': ['13″ laptop 6', '16″ laptop 4'],
    Price: ['Up to $50 2', 'Up to $100 4'],
    Capacity: ['Under 18 L 2', '18 to 24 L 4', '25 L and up 2'],
    Style: ['Slim 4', 'Full 4'],
  })
})

test('a choice counts beside the others, and one that is made stays to be undone', () => {
  expect(labels(BAGS, { color: 'blue', laptop: 16 })).toEqual({
    Line: ['A 1', 'B 1'],
    Color: ['Blue 2 chosen', 'Grey 2'],
    'Laptop size': ['13″ laptop 3', '16″ laptop 2 chosen'],
    Capacity: ['18 to 24 L 1', '25 L and up 1'],
  })
})

test('products without a color, style, price or measures have no such filters', () => {
  const mugs = ['Tall mug', 'Small mug'].map((product_name) => product({ product_name, price_cents: null }))
  expect(labels(mugs)).toEqual({})
})

test('a style is offered where it splits the chosen line, also where a line has one product of each style', () => {
  const bags = ['Campus', 'Nomad', 'Other'].flatMap((line) =>
    ['slim', 'full'].map((style) =>
      product({ product_name: `${line} ${style}`, line, style: line === 'Other' ? 'slim' : style }),
    ),
  )
  expect(labels(bags, { line: 'Nomad' }).Style).toEqual(['Slim 1', 'Full 1'])
  expect(labels(bags, { line: 'Other' }).Style).toBeUndefined()
  expect(labels(bags, { style: 'full' }).Line).toEqual(['Campus 1', 'Nomad 1'])
  expect(labels(bags.slice(0, 1))).toEqual({})
})

test('a line is offered where other products have none, and not in a shop of one line', () => {
  expect(labels(['tall', 'round'].map((name) => product({ product_name: name, line: 'Mugs' })))).toEqual({})
  expect(labels([product({ product_name: 'a', line: 'Mugs' }), product({ product_name: 'b', line: null })])).toEqual({
    Line: ['Mugs 1'],
  })
})

test('a choice beyond the eighth is offered while it is chosen, and can be undone', () => {
  const lines = Array.from({ length: 12 }, (_, index) => product({ product_name: `Bag ${index}`, line: `L${index}` }))
  expect(labels(lines).Line).toHaveLength(8)
  expect(labels(lines, { line: 'L11' }).Line?.at(-1)).toBe('L11 1 chosen')
})

test('a choice that was just pressed is the chosen one before the list of it is there', () => {
  const chosenColor = (listed: Partial<ProductFilter>, now: Partial<ProductFilter>) => {
    const facet = findFacets(BAGS, { ...EVERYTHING, ...listed }).find(({ name }) => name === 'Color')
    return facet && currentOptions(facet, { ...EVERYTHING, ...now }).find(({ isChosen }) => isChosen)?.label
  }
  expect(chosenColor({}, {})).toBeUndefined()
  expect(chosenColor({}, { color: 'Blue' })).toBe('Blue')
  expect(chosenColor({ color: 'Blue' }, { color: 'Grey' })).toBe('Grey')
  expect(chosenColor({ color: 'Blue' }, {})).toBeUndefined()
  expect(chosenColor({ color: 'blue' }, { color: 'blue' })).toBe('Blue')
  expect(chosenColor({ color: 'Blue' }, { color: 'Blue', laptop: 16 })).toBe('Blue')
})

test('a second press undoes the first, also before the list of the first is there', () => {
  const blueAfter = (listed: Partial<ProductFilter>, now: Partial<ProductFilter>) => {
    const facet = findFacets(BAGS, { ...EVERYTHING, ...listed }).find(({ name }) => name === 'Color')
    return facet && currentOptions(facet, { ...EVERYTHING, ...now }).find(({ label }) => label === 'Blue')?.change
  }
  const chooses = { color: 'Blue' }
  const undoes = { color: null }
  expect(blueAfter({}, {})).toEqual(chooses)
  expect(blueAfter({}, { color: 'Blue' })).toEqual(undoes)
  expect(blueAfter({ color: 'Blue' }, { color: 'Blue' })).toEqual(undoes)
  expect(blueAfter({ color: 'Blue' }, {})).toEqual(chooses)
  expect(blueAfter({ color: 'Blue' }, { color: 'Grey' })).toEqual(chooses)
  expect(blueAfter({ color: 'blue' }, { color: 'blue' })).toEqual(undoes)
})

test('every number is that of the list which the choice leads to', () => {
  const listed = fc.record({
    product_id: fc.uuid(),
    product_name: fc.constantFrom('Slim', 'Full', 'Cover'),
    price_cents: fc.option(fc.integer({ min: 0, max: 20_000 })),
    stock_quantity: fc.integer({ min: 0, max: 2 }),
    color: fc.constantFrom('Blue', 'Grey', null),
    line: fc.constantFrom('A', 'B', null),
    style: fc.constantFrom('slim', 'full', null),
    laptop_inches: fc.constantFrom(13, 16, null),
    capacity_litres: fc.constantFrom(10, 18, 24, 30, null),
  })
  const filter = fc.record({
    color: fc.constantFrom(null, 'Blue'),
    laptop: fc.constantFrom(null, 16),
    capacity: fc.constantFrom(null, ...CAPACITY_BANDS.map(({ key }) => key)),
    sold_out: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(listed.map(buildListed), { maxLength: 12 }), filter, (products, part) => {
      const wanted = { ...EVERYTHING, ...part }
      for (const { change, count, isChosen } of findFacets(products, wanted).flatMap(({ options }) => options)) {
        const led = selectProducts(products, isChosen ? wanted : { ...wanted, ...change })
        expect(led).toHaveLength(count)
      }
    }),
  )
})
