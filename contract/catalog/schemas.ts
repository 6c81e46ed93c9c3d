import * as z from 'zod/mini'
import { defineEndpoints } from '../http/endpoint.ts'
import { wireShape } from '../http/fields-schemas.ts'
import { catalogCalls, DETAIL_FIELDS, LISTED_DETAILS, LISTED_FIELDS, PAGE_FIELDS } from './calls.ts'

const wirePicture = z
  .object({ image_url: z.string(), alt: z.string() })
  .register(z.globalRegistry, { id: 'Picture', description: 'A picture or video and what it shows.' })

export const wireListedProduct = z
  .object({
    ...wireShape(LISTED_FIELDS),
    ...wireShape(LISTED_DETAILS),
    image_url: z.nullable(z.string()),
    images: z.array(wirePicture),
    facts: z.string(),
  })
  .register(z.globalRegistry, {
    id: 'ListedProduct',
    description: 'A product as in the list. `facts` is text for the search.',
  })

const wireDetails = z
  .object(wireShape(DETAIL_FIELDS))
  .register(z.globalRegistry, { id: 'ProductDetails', description: 'Measures and materials; null where unknown.' })

export const wireProduct = z
  .extend(wireListedProduct, {
    ...wireShape(PAGE_FIELDS),
    multi_image_url: z.nullable(z.string()),
    variants: z.array(z.object({ color: z.string(), size: z.string(), images: z.array(wirePicture) })),
    details: wireDetails,
    siblings: z.array(z.object({ product_id: z.string(), color: z.string(), sold_out: z.optional(z.boolean()) })),
    hidden: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Product', description: 'A product with everything that its page shows.' })

export const catalogEndpoints = defineEndpoints('catalog', catalogCalls, {
  listProducts: {
    summary: 'Lists all products',
    description: "In the shop's order, with pictures, price and stock.",
    response: z.array(wireListedProduct),
  },
  getProduct: {
    summary: 'Returns a product',
    description: 'With its description (HTML), pictures, measures and other colors.',
    params: z.object({
      product_id: z.string().check(z.minLength(1), z.maxLength(100), z.describe('Id of the product')),
    }),
    response: wireProduct,
    errors: ['not_found'],
    example: { params: { product_id: '108' } },
  },
  findProductBySlug: {
    summary: 'Finds a product by its slug',
    description: '`slug` is the readable name in addresses.',
    query: z.object({
      slug: z.string().check(z.minLength(1), z.maxLength(100), z.describe('Readable name of the product in addresses')),
    }),
    response: wireListedProduct,
    redirect: 'The slug is an earlier one of the product; `Location` has the current one.',
    errors: ['not_found'],
    example: { query: { slug: 'hybrid-full-blue' } },
  },
})
