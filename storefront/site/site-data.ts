import type { Shop, ShopSettings } from '@shop/contract/pages/shop'
import { RETURN_DAYS } from '@shop/contract/returns/return-days'

/** A JSON-LD object in the vocabulary of schema.org. */
export type Statement = { '@type': string } & Record<string, unknown>

export type Breadcrumb = { name: string; path: string }

/** The organization with its return policy (section 9). `origin` has no trailing slash, here and below. */
export function organizationData(origin: string, shop: Shop): Statement {
  return {
    '@type': 'Organization',
    '@id': organizationId(origin),
    name: shop.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    description: shop.description,
    email: shop.email,
    sameAs: shop.social.map(({ url }) => url),
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: shop.supportEmail },
    hasMerchantReturnPolicy: returnPolicyData(origin, shop),
  }
}

export function organizationId(origin: string): string {
  return `${origin}/#maker`
}

/**
 * Unused goods within the days of the policy, as long as the family has not changed that; the customer pays for shipping, unless the error is ours. The refund depends on the
 * case, so no single kind is stated.
 */
function returnPolicyData(origin: string, { returnDays = RETURN_DAYS, returnsUsed }: Shop): Statement {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'US',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: returnDays,
    ...(returnsUsed !== true && { itemCondition: 'https://schema.org/NewCondition' }),
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    customerRemorseReturnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    itemDefectReturnFees: 'https://schema.org/FreeReturn',
    merchantReturnLink: `${origin}/?dialog=returns`,
  }
}

export function websiteData(origin: string, shop: ShopSettings): Statement {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    name: shop.name,
    url: `${origin}/`,
    publisher: { '@id': organizationId(origin) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/shop?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

export function breadcrumbData(origin: string, breadcrumbs: readonly Breadcrumb[]): Statement {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...breadcrumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  }
}
