import { parseProductList } from '@shop/contract/catalog/calls'
import { expect, test } from 'vitest'
import lines from '../../../catalog/lines.json'
import catalog from '../../../catalog/products.json'
import { type Found, searchProducts } from './search-products.ts'

/** The demo shop's list, as our backend sends it. */
const { products } = parseProductList(
  catalog.map(({ stock, images, details, ...product }) => ({
    ...product,
    stock_quantity: stock,
    facts: [
      details.laptop_inches && `for a ${details.laptop_inches}-inch laptop`,
      details.capacity_litres && `${details.capacity_litres} liters`,
      details.materials,
    ]
      .filter(Boolean)
      .join(', '),
  })),
)
const shopLines = lines.map((line) => ({ goes_with: [], ...line }))
const search = (text: string): Found => searchProducts(products, text, shopLines)
/** The found products, each kind of bag once. */
const kinds = ({ products: found }: Found) => [
  ...new Set(found.map(({ product_name }) => product_name.split(',')[0] ?? '')),
]

const BACKPACKS = ['Campus Slim', 'Campus Full', 'Hybrid Slim', 'Hybrid Full', 'Nomad Slim', 'Nomad Full'].map(
  (name) => `${name} Backpack`,
)
const OF_SCHOOL = BACKPACKS.slice(0, 2)
const OF_WORK = BACKPACKS.slice(2, 4)
const OF_TRAVEL = BACKPACKS.slice(4)

test.each([
  ['backpack', BACKPACKS],
  ['backpacks', BACKPACKS],
  ['Back-packs', BACKPACKS],
  ['rucksack', BACKPACKS],
  ['bookbags', BACKPACKS],
  ['bag', [...BACKPACKS, 'Weekender Duffel', 'Crossbody Sling']],
  ['school', OF_SCHOOL],
  ['backpack for school', OF_SCHOOL],
  ['school bag', OF_SCHOOL],
  ['college', OF_SCHOOL],
  ['bookbag for school', OF_SCHOOL],
  ['a gift for a student', OF_SCHOOL],
  ['campus', OF_SCHOOL],
  ['work', OF_WORK],
  ['office backpack', OF_WORK],
  ['work bag', OF_WORK],
  ['commuter', OF_WORK],
  ['travel', OF_TRAVEL],
  ['travel backpacks', OF_TRAVEL],
  ['the best backpack for travel', OF_TRAVEL],
  ['road trip', OF_TRAVEL],
  ['roll-top', OF_TRAVEL],
  ['rolltop backpack', OF_TRAVEL],
  ['nomad', OF_TRAVEL],
  ['duffle', ['Weekender Duffel']],
  ['duffel bag', ['Weekender Duffel']],
  ['duffles', ['Weekender Duffel']],
  ['dufflebag', ['Weekender Duffel']],
  ['slingbags', ['Crossbody Sling']],
  ['bagpack', BACKPACKS],
  ['weekend bag', ['Weekender Duffel']],
  ['weekender', ['Weekender Duffel']],
  ['sling', ['Crossbody Sling']],
  ['cross body', ['Crossbody Sling']],
  ['cross-body bag', ['Crossbody Sling']],
  ['rain cover', ['Rain Cover']],
  ['rain covers', ['Rain Cover']],
  ['raincover', ['Rain Cover']],
  ['pouch', ['Zip Pouch']],
  ['pouches', ['Zip Pouch']],
  ['toiletries', ['Zip Pouch']],
  ['key leash', ['Key Leash']],
  ['keychain', ['Key Leash']],
  ['laptop sleeve', ['Laptop Sleeve']],
  ['laptop case', ['Laptop Sleeve']],
  ['sleeves', ['Laptop Sleeve']],
  ['22 L', ['Campus Full Backpack']],
  ['22l', ['Campus Full Backpack']],
  ['22 lt', ['Campus Full Backpack']],
  ['24 liter backpack', ['Hybrid Full Backpack']],
  ['nomad full', ['Nomad Full Backpack']],
  ['Nomad, Full “backpack”', ['Nomad Full Backpack']],
  ['campus slim', ['Campus Slim Backpack']],
  ['slim campus backpack', ['Campus Slim Backpack']],
  // One wrong letter.
  ['bakpack', BACKPACKS],
  ['campis', OF_SCHOOL],
  ['campas', OF_SCHOOL],
  ['campes slim', ['Campus Slim Backpack']],
  ['duffal', ['Weekender Duffel']],
  ['poch', ['Zip Pouch']],
  ['crossbdy', ['Crossbody Sling']],
  // Two letters exchanged.
  ['backpakc', BACKPACKS],
  ['campsu', OF_SCHOOL],
  ['hybird backpack', OF_WORK],
  ['nomda', OF_TRAVEL],
  ['dufefls', ['Weekender Duffel']],
  ['slign', ['Crossbody Sling']],
  ['rian cover', ['Rain Cover']],
  // One wrong letter of a word that means another.
  ['dufle', ['Weekender Duffel']],
  ['ofice', OF_WORK],
  ['colege', OF_SCHOOL],
])('a search for %o finds these, and the best come first', (text, wanted) => {
  const found = search(text)
  expect(found.isNearest).toBe(false)
  expect(kinds(found).slice(0, wanted.length).sort()).toEqual([...wanted].sort())
})

test.each([
  ['30L', ['Weekender Duffel', 'Nomad Full Backpack']],
  ['30 liters', ['Weekender Duffel', 'Nomad Full Backpack']],
  ['laptop', ['Laptop Sleeve', ...OF_SCHOOL, ...OF_WORK]],
  ['laptop bag', [...OF_SCHOOL, ...OF_WORK]],
  ['15" laptop', ['Laptop Sleeve', ...OF_SCHOOL]],
  ['15-inch laptop backpack', OF_SCHOOL],
  ['leather', ['Key Leash', 'Weekender Duffel']],
  ['recycled', ['Campus Slim Backpack']],
  ['accessories', ['Zip Pouch', 'Key Leash', 'Laptop Sleeve', 'Rain Cover', 'Crossbody Sling']],
])('a search for %o has these among what it finds', (text, wanted) => {
  const found = search(text)
  expect(found.isNearest).toBe(false)
  expect(kinds(found)).toEqual(expect.arrayContaining(wanted))
})

const FOR_LAPTOPS = [...BACKPACKS, 'Laptop Sleeve']

test.each([
  [
    ['carry-on', 'carry on bag', 'carryon', 'carry-on luggage', 'overnight bag', 'airplane bag', 'underseat bag'],
    [...OF_TRAVEL, 'Weekender Duffel'],
  ],
  [
    ['personal item', 'travel bag', 'vacation'],
    [...OF_TRAVEL, 'Weekender Duffel'],
  ],
  [
    ['gym bag', 'gymbag', 'sports bag', 'weekend trip', 'duffle bags', 'duffel bags', 'wekender', 'duffl'],
    ['Weekender Duffel'],
  ],
  [
    [
      'college backpack',
      'collage backpack',
      'high school backpack',
      'middle school',
      'kids',
      'kids backpack',
      'back to school',
      'schoolbag',
      'bag for college girls',
    ],
    OF_SCHOOL,
  ],
  [
    ['13 inch laptop', '13" laptop', '14 inch laptop', 'macbook pro 14', 'macbook air 13', 'ipad', 'tablets'],
    FOR_LAPTOPS,
  ],
  [
    ['14 inch laptop bag', '15.6 inch laptop backpack', 'backpack with laptop compartment', 'laptop pocket backpack'],
    BACKPACKS,
  ],
  [
    ['fits 15" laptop', 'fits a 15-inch laptop', 'fitting 14 inch laptop'],
    [...OF_SCHOOL, 'Laptop Sleeve'],
  ],
  [['17 inch laptop', '17.3" laptop'], ['Hybrid Full Backpack']],
  [['waterproof', 'water resistant', 'water-repellent', 'rain jacket', 'rain proof cover'], ['Rain Cover']],
  [['day pack', 'ruck sack', 'book bag', 'mens backpack', 'cheap backpack', 'rucksak', 'backpaks'], BACKPACKS],
  [['fanny pack', 'belt bag', 'purse', 'shoulder bag', 'crossbody purse', 'crosbody'], ['Crossbody Sling']],
  [
    ['small backpack', 'mini backpack', 'thin backpack'],
    ['Campus Slim Backpack', 'Hybrid Slim Backpack', 'Nomad Slim Backpack'],
  ],
  [
    ['big backpack', 'large backpacks', 'extra large backpack'],
    ['Campus Full Backpack', 'Hybrid Full Backpack', 'Nomad Full Backpack'],
  ],
  [['smallest bag', 'tiny bag', 'little bag'], ['Crossbody Sling']],
  [
    ['biggest backpack', 'larger backpack'],
    ['Campus Full Backpack', 'Hybrid Full Backpack', 'Nomad Full Backpack'],
  ],
  [['huge duffel'], ['Weekender Duffel']],
  [['mochila', 'mochilas'], BACKPACKS],
  [['laptop briefcase'], OF_WORK],
  [['toiletry bag', 'toiletry kit', 'dopp kit', 'makeup bag', 'cosmetic bags', 'pencil case'], ['Zip Pouch']],
  [['key chain', 'lanyard', 'key ring'], ['Key Leash']],
  [['laptop cover', 'macbook sleeve', 'macbook case', 'sleave'], ['Laptop Sleeve']],
  [['teacher bag', 'gift for teacher', "women's work bag", 'commuter bag for 15 inch laptop'], OF_WORK],
  [['water bottle pocket', 'bottle pocket'], OF_SCHOOL],
])('searches such as %o find what fits', (texts, wanted) => {
  for (const text of texts) {
    const found = search(text)
    expect([text, found.isNearest]).toEqual([text, false])
    expect(kinds(found), text).toEqual(expect.arrayContaining(wanted))
    if (wanted.length < BACKPACKS.length) expect(wanted, text).toContain(kinds(found)[0])
  }
})

test('a color that the shop does not have is no other word', () => {
  for (const color of ['black', 'red', 'green']) expect(search(`${color} backpack`).isNearest, color).toBe(true)
})

test('on sale is what costs less than before', () => {
  expect(search('sale')).toEqual({ products: [], isNearest: true })
  const some = products.map((product, index) => ({ ...product, regular_price_cents: index === 3 ? 20_000 : null }))
  expect(searchProducts(some, 'backpacks on sale', shopLines)).toEqual({ products: [some[3]], isNearest: false })
})

test('a search that says nothing of a product shows the first ones, and one of some words those that have them', () => {
  for (const text of ['best sellers', 'christmas', 'unisex'])
    expect(search(text), text).toEqual({ products: products.slice(0, 8), isNearest: true })
  const found = search('hiking bag for college')
  expect([found.isNearest, kinds(found).toSorted()]).toEqual([true, OF_SCHOOL.toSorted()])
})

test.each([
  ['grey', 'Grey'],
  ['gray backpack', 'Grey'],
  ['navy', 'Blue'],
  ['blue color', 'Blue'],
  ['bleu backpack', 'Blue'],
  ['gery', 'Grey'],
  ['navy backpack for school', 'Blue'],
  ['blue duffle', 'Blue'],
])('a search for %o finds products in %s', (text, color) => {
  const found = search(text)
  expect(found.products.length).toBeGreaterThan(0)
  expect(found.products.slice(0, 2).every((product) => product.color === color)).toBe(true)
})

test.each(['blue or grey backpack', 'Backpacks, blue/grey', 'gray and navy backpack'])(
  'several colors are a choice: %o',
  (text) => {
    const found = search(text)
    expect(found.isNearest).toBe(false)
    expect(kinds(found)).toEqual(expect.arrayContaining(BACKPACKS))
    expect([...new Set(found.products.map(({ color }) => color))].toSorted()).toEqual(['Blue', 'Grey'])
  },
)

test.each(['backpack cheaper than 80 dollars', 'backpack at most $80', 'backpacks no more than 80 USD'])(
  'a highest price is read from %o',
  (text) => {
    const found = search(text)
    expect([found.isNearest, kinds(found)[0]]).toEqual([false, 'Campus Slim Backpack'])
    expect(found.products.every(({ price_cents }) => (price_cents ?? 0) <= 8000)).toBe(true)
  },
)

test('a highest price in a search is kept to', () => {
  const found = search('grey laptop bag under $100')
  expect(found.isNearest).toBe(false)
  expect(found.products.length).toBeGreaterThan(0)
  expect(found.products.every(({ price_cents, color }) => (price_cents ?? 0) <= 10_000 && color === 'Grey')).toBe(true)
})

test('where nothing has all words, the nearest are shown and said to be so', () => {
  const found = search('purple backpack with wheels')
  expect(found.isNearest).toBe(true)
  expect(kinds(found).every((name) => BACKPACKS.includes(name))).toBe(true)
  expect(search('zzzzqqq')).toEqual({ products: [], isNearest: true })
})

test.each(['', '   ', '"', '-', '😀', '\u0000', 'a'.repeat(100), '('.repeat(100), 'for', '__proto__', 'constructor'])(
  'a search for %o breaks nothing',
  (text) => {
    expect(() => search(text)).not.toThrow()
  },
)

test('a catalog without lines, colors and facts is searched by what it has', () => {
  const mugs = parseProductList([
    { product_id: 1, product_name: 'Harbor Mug', short_description: 'Stoneware, 12 oz.', price: 18, stock_quantity: 2 },
    { product_id: 2, product_name: 'Crème Brûlée Dish', price: 9, stock_quantity: 2 },
  ]).products
  const names = (text: string) => searchProducts(mugs, text).products.map(({ product_name }) => product_name)
  expect(names('mugs')).toEqual(['Harbor Mug'])
  expect(names('creme brulee dishes')).toEqual(['Crème Brûlée Dish'])
})
