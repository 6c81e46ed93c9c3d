import { priceOn } from '@shop/contract/catalog/calls'
import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/delivery/rules'
import { type Cents, formatDollars } from '@shop/contract/money'
import type { FastifyInstance } from 'fastify'
import { listDeliveryOptions } from '../../delivery/delivery.repository.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { sendCached } from '../../platform/http/response-cache/send-cached.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { escapeHtml } from '../../platform/lib/text.ts'
import { publicUrlOf } from '../../platform/settings/settings.ts'
import { listPublishedProducts } from '../catalog.repository.ts'
import { serializeListedProduct } from '../catalog.serializers.ts'

const FEED_PATH = '/feeds/google.xml'

/** The products for Google's merchant listings, while orders are open. */
export function googleFeedRoutes(app: FastifyInstance, context: Context): void {
  const { database, responseCache, clock, settings, shopSettings } = context
  app.get(FEED_PATH, { schema: { hide: true } }, async (request, reply) => {
    const { shop } = await shopSettings.read()
    if (shop.orders !== 'open') throw new AppError('not_found')
    const response = await responseCache.get(FEED_PATH, async () => {
      const [products, options] = await Promise.all([listPublishedProducts(database), listDeliveryOptions(database)])
      const place = {
        origin: publicUrlOf(settings, shop),
        brand: shop.name,
        deliveryCents: Math.min(...options.map(({ delivery_cost_cents }) => delivery_cost_cents)),
      }
      const day = localDay(clock())
      return {
        status: 200,
        type: 'application/xml; charset=utf-8',
        body: googleFeed(
          products.map((product) => ({ ...serializeListedProduct(product, day), ...priceOn(product, day) })),
          place,
        ),
        headers: reply.getHeaders(),
      }
    })
    return sendCached(response, request, reply)
  })
}

type FedProduct = ReturnType<typeof serializeListedProduct> & ReturnType<typeof priceOn>

/** `deliveryCents`: the cheapest delivery of one piece. `origin` has no trailing slash. */
type Place = { origin: string; brand: string; deliveryCents: Cents }

/** RSS 2.0 with the fields of Google's product data specification. */
function googleFeed(products: readonly FedProduct[], place: Place): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>',
    ...elements({ title: place.brand, link: `${place.origin}/`, description: `Products of ${place.brand}` }),
    ...products.filter(({ image_url }) => image_url !== null).map((product) => itemOf(product, place)),
    '</channel></rss>',
    '',
  ].join('\n')
}

function itemOf(product: FedProduct, { origin, brand, deliveryCents }: Place): string {
  const { product_id, product_name, short_description, image_url, images, price_cents, regular_price_cents } = product
  const delivery = price_cents >= FREE_DELIVERY_FROM_CENTS ? 0 : deliveryCents
  const [, second] = images ?? []
  const facts = elements({
    'g:id': product_id,
    'g:title': product_name,
    'g:description': short_description,
    'g:link': `${origin}/product/${encodeURIComponent(product_id)}`,
    'g:image_link': `${origin}${image_url}`,
    'g:additional_image_link': second === undefined ? '' : `${origin}${second.image_url}`,
    'g:availability': product.stock_quantity > 0 ? 'in_stock' : 'out_of_stock',
    'g:price': amountOf(regular_price_cents ?? price_cents),
    'g:sale_price': regular_price_cents === null ? '' : amountOf(price_cents),
    'g:condition': 'new',
    'g:brand': brand,
    'g:identifier_exists': 'no',
    'g:color': product.color,
    'g:size': product.size,
    'g:product_type': product.line,
  })
  const shipping = elements({ 'g:country': 'US', 'g:price': amountOf(delivery) })
  return `<item>${[...facts, `<g:shipping>${shipping.join('')}</g:shipping>`].join('')}</item>`
}

function amountOf(cents: Cents): string {
  return `${formatDollars(cents)} USD`
}

/** XML elements; those without a value are left out. */
function elements(values: Readonly<Record<string, string | null | undefined>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (value ? [`<${name}>${asXml(value)}</${name}>`] : []))
}

/** Escapes a text and removes characters that XML 1.0 forbids. */
function asXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed.
  return escapeHtml(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
}
