import { RETURN_DAYS } from '@shop/contract/shop'
import { CalendarDays, type IconNode, PackageCheck, Truck } from 'lucide'
import type { ReactNode } from 'react'
import { DialogLink } from '../links/dialog-link.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { Dialog } from '../popups/dialog.tsx'
import { CLEAR_LINK, TALL_LINK } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const LINK = `${TALL_LINK} ${CLEAR_LINK}`

/** The return policy (section 9), with its exact texts. */
export function ReturnPolicyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Return Policy" open={open} onClose={onClose}>
      <p className="text-ink-soft">A bag has to suit the back that carries it. If yours does not, send it back.</p>
      <ul className="mt-6 divide-y divide-line border-y border-line">
        <Term icon={CalendarDays} title={`${RETURN_DAYS} days to decide`}>
          We accept returns within {RETURN_DAYS} days of delivery if the item is unused, in its original packaging and
          comes with proof of purchase.
        </Term>
        <Term icon={PackageCheck} title="What we refund">
          Original shipping is non-refundable. If you return something because of an error of ours, we refund you in
          full, shipping included.
        </Term>
        <Term icon={Truck} title="Who pays for the way back">
          If it is a matter of preference, you pay the return shipping. If the error is ours, we send you a prepaid
          label.
        </Term>
      </ul>
      {/* Always visible; on phones the terms scroll below it and fade out. */}
      <div className="sticky bottom-0 mt-4 flex flex-wrap gap-x-6 bg-card before:pointer-events-none before:absolute before:inset-x-0 before:-top-4 before:h-4 before:bg-linear-to-t before:from-card before:to-transparent">
        <ShopLink to="/orderAndReturn" className={LINK}>
          Find your order
        </ShopLink>
        <DialogLink dialog="contact" className={LINK} prefill={{ reason: 'Inquiry about your order' }}>
          Ask us about a return
        </DialogLink>
      </div>
    </Dialog>
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
