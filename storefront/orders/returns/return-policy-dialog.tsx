import type { KnownShop } from '@shop/contract/pages/shop'
import { RETURN_DAYS } from '@shop/contract/returns/return-days'
import { policy, policyIf } from '@shop/contract/returns/return-policy'
import { CalendarDays, type IconNode, PackageCheck, Truck } from 'lucide'
import type { ReactNode } from 'react'
import { DialogLink } from '../../links/dialog-link.tsx'
import { ShopLink } from '../../links/shop-link.tsx'
import { Dialog } from '../../popups/dialog.tsx'
import { ShopSettingsProvider, useShop } from '../../site/shop-settings.tsx'
import { CLEAR_LINK, TALL_LINK } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const LINK_CLASS = `${TALL_LINK} ${CLEAR_LINK}`

/** The return policy (section 9), with its exact texts. */
export function ReturnPolicyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Return Policy" open={open} onClose={onClose}>
      <ReturnPolicy />
    </Dialog>
  )
}

/** The dialog as a page, for a preview: a closed dialog is not seen without its script. */
export function PolicyPreview({ shop }: { shop: KnownShop }) {
  return (
    <ShopSettingsProvider shop={shop}>
      <main className="mx-auto max-w-xl p-4">
        <div className="rounded-lg bg-card px-5 pt-5 pb-6 shadow-lift sm:px-8 sm:pt-7 sm:pb-8">
          <h1 className="pb-3 font-display text-xl font-semibold">Return Policy</h1>
          <ReturnPolicy />
        </div>
      </main>
    </ShopSettingsProvider>
  )
}

function ReturnPolicy() {
  const { words, returnDays: days = RETURN_DAYS } = useShop()
  return (
    <>
      <p className="text-ink-soft">{words.policy ?? policy}</p>
      <ul className="mt-6 divide-y divide-line border-y border-line">
        <Term icon={CalendarDays} title={`${days} ${days === 1 ? 'day' : 'days'} to decide`}>
          We accept returns within {days} {days === 1 ? 'day' : 'days'} of delivery
          {words.policyIf ?? policyIf}.
        </Term>
        <Term icon={PackageCheck} title="What we refund">
          Original shipping is non-refundable. If the return is due to our error, we refund you in full, including
          shipping.
        </Term>
        <Term icon={Truck} title="Who pays for return shipping">
          If you changed your mind, you pay for return shipping. If it’s our error, we’ll send you a prepaid label.
        </Term>
      </ul>
      {words.policyMore?.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="mt-4 text-ink-soft">
          {paragraph}
        </p>
      ))}
      {/* Always visible; on phones the terms scroll below it and fade out. */}
      <div className="sticky bottom-0 mt-4 flex flex-wrap gap-x-6 bg-card before:pointer-events-none before:absolute before:inset-x-0 before:-top-4 before:h-4 before:bg-[linear-gradient(to_top,var(--color-card),transparent)]">
        <ShopLink to="/orderAndReturn" className={LINK_CLASS}>
          Find your order
        </ShopLink>
        <DialogLink dialog="contact" className={LINK_CLASS} prefill={{ reason: 'Inquiry about your order' }}>
          Ask us about a return
        </DialogLink>
      </div>
    </>
  )
}

function Term({ icon, title, children }: { icon: IconNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 py-4">
      <Icon icon={icon} size={22} className="mt-0.5 shrink-0 text-clay" />
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-1 text-ink-soft">{children}</p>
      </div>
    </li>
  )
}
